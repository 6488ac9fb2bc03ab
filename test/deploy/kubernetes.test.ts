import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import t, { type Test } from 'tap';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, variables } from '../../src/config.js';
import { healthRoutes } from '../../src/http/routes/health.js';
import { root } from '../support/root.js';

const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const chart = 'deploy/helm/metadata-catalog';
const { version } = JSON.parse(read('package.json'));

/** As `helm template` writes them; test/faults/helm.fault.ts compares. */
const manifests = ['deploy/kubernetes/catalog.yaml', 'test/deploy/every-option.yaml'];
/** Of Node.js, and of the driver of PostgreSQL. */
const otherVariables = ['NODE_OPTIONS', 'PGPASSWORD'];
/** Of the next build of the service. */
const comingVariables = ['BOOTSTRAP_TOKEN_INPUT_FILE'];

// biome-ignore lint/suspicious/noExplicitAny: manifests have many forms
type Manifest = any;

const has = (labels: Record<string, string>, selector: Record<string, string>) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

t.test('the chart and the values name this version and settings of the service', async (t) => {
  t.match(parse(read(`${chart}/Chart.yaml`)), { version, appVersion: version });
  const { settings } = parse(read(`${chart}/values.yaml`));
  for (const name of Object.keys(settings)) t.ok(variables.includes(name), name);
  const { properties } = JSON.parse(read(`${chart}/values.schema.json`));
  for (const name of properties.settings.propertyNames.not.enum)
    t.ok([...variables, ...otherVariables, ...comingVariables].includes(name), name);
});

for (const file of manifests) {
  t.test(`${file} fits the service`, async (t) => {
    const all: Manifest[] = parseAllDocuments(read(file)).map((one) => one.toJS());
    const ofKind = (kind: string): Manifest[] => all.filter((one) => one.kind === kind);
    const [deployment] = ofKind('Deployment');
    const [job] = ofKind('Job');
    t.same(ofKind('Secret'), [], 'values have no secrets');
    for (const { template } of [deployment.spec, job.spec]) await checkPod(t, template);
    t.same(job.spec.template.spec.containers[0].args, ['migrate']);
    t.equal(deployment.spec.template.spec.containers[0].args, undefined, 'the image serves by default');

    const { labels } = deployment.spec.template.metadata;
    const isMigration = (selector: Record<string, string>) =>
      has(job.spec.template.metadata.labels, selector);
    const selectors = [
      deployment.spec.selector.matchLabels,
      ...ofKind('Service').map(({ spec }) => spec.selector),
      ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ];
    for (const selector of selectors) t.ok(has(labels, selector) && !isMigration(selector));
    const [policy] = ofKind('NetworkPolicy');
    t.ok(
      has(labels, policy.spec.podSelector.matchLabels) && isMigration(policy.spec.podSelector.matchLabels),
    );

    const names = deployment.spec.template.spec.containers[0].ports.map((port: Manifest) => port.name);
    for (const { spec } of ofKind('Service'))
      for (const port of spec.ports) t.ok(names.includes(port.targetPort), port.targetPort);
    for (const { spec } of ofKind('ServiceMonitor')) {
      const isMonitored = ({ metadata }: Manifest) => has(metadata.labels, spec.selector.matchLabels);
      t.equal(ofKind('Service').filter(isMonitored).length, 1);
    }
    checkShutdown(t, deployment);
    if (deployment.spec.replicas > 1) t.equal(ofKind('PodDisruptionBudget').length, 1);
  });
}

/** Checks what a pod may do, and that its settings, files and probes are those of the service. */
async function checkPod(t: Test, { spec }: Manifest) {
  const [container, ...others] = spec.containers;
  t.same(others, []);
  t.match(spec, {
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
  });
  t.match(container, {
    image: new RegExp(`catalog(:${version.replaceAll('.', '\\.')}|@sha256:[0-9a-f]{64})$`),
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    resources: { requests: { cpu: String, memory: String }, limits: { memory: String } },
  });

  const env = environment(t, container);
  for (const name of Object.keys(env))
    t.ok([...variables, ...otherVariables, ...comingVariables].includes(name), name);
  t.match(env.DATABASE_URL, /^postgresql:/, 'of a secret');
  readConfig(env);

  const volumes = spec.volumes.map((one: Manifest) => one.name);
  for (const mount of container.volumeMounts) t.ok(volumes.includes(mount.name), mount.name);
  const paths: string[] = container.volumeMounts.map((one: Manifest) => one.mountPath);
  const isInVolume = (value: string) => paths.some((path) => value.startsWith(`${path}/`));
  // Without webhooks, their key is nowhere, so that no process makes one of its own.
  for (const [name, value] of Object.entries(env))
    if (/_FILE$|_DIR$|^PGSSL.*CERT$/.test(name) && name !== 'SECRETS_KEY_FILE') t.ok(isInVolume(value), name);
  t.equal(isInVolume(env.SECRETS_KEY_FILE!), volumes.includes('secrets-key'));
  if (container.ports) await checkPorts(t, container, env);
}

/** The environment of a container; what is in secrets is an example. */
function environment(t: Test, container: Manifest): Record<string, string> {
  const example = 'postgresql://catalog@database.internal/catalog';
  const pairs = container.env.map(({ name, value, valueFrom }: Manifest) => [
    name,
    value ?? (valueFrom.secretKeyRef.name && example),
  ]);
  t.equal(new Set(pairs.map(([name]: string[]) => name)).size, pairs.length, 'each name once');
  return Object.fromEntries(pairs);
}

async function checkPorts(t: Test, container: Manifest, env: Record<string, string>) {
  const ports = new Map(container.ports.map((port: Manifest) => [port.name, `${port.containerPort}`]));
  t.same([ports.get('http'), ports.get('metrics')], [env.PORT, env.METRICS_PORT]);
  const app = fastify();
  app.register(healthRoutes, { state: async () => 'ok' as const });
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const { path, port } = container[probe].httpGet;
    t.equal(port, 'http');
    t.equal((await app.inject({ url: path })).statusCode, 200, path);
  }
  t.equal(container.readinessProbe.httpGet.path, '/health/ready');
  t.not(container.livenessProbe.httpGet.path, '/health/ready', 'a database that is away restarts no process');
  await app.close();
}

/** Checks that a process has the time to end, and that nobody sends it requests then. */
function checkShutdown(t: Test, { spec }: Manifest) {
  const { terminationGracePeriodSeconds: grace, containers } = spec.template.spec;
  const { SHUTDOWN_DELAY_MS: delay, REQUEST_TIMEOUT_MS: timeout } = readConfig(environment(t, containers[0]));
  // docs/running.md, "Start and stop": five seconds longer than both settings together.
  t.ok(grace * 1_000 >= delay + timeout + 5_000, `${grace} s are enough`);
  const { periodSeconds, failureThreshold } = containers[0].readinessProbe;
  t.ok(delay >= periodSeconds * failureThreshold * 1_000, 'it is not ready before it stops');
  t.match(spec.strategy.rollingUpdate, { maxUnavailable: 0 });
}

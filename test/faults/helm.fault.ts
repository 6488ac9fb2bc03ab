// deploy/helm: its rendered manifests are those that the repository has, and it refuses wrong values.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { parseAllDocuments } from 'yaml';
import { root } from '../support/root.js';
import { guarantee } from './guarantee.js';
import { temporaryFolder } from './support/service.js';

const path = (file: string) => fileURLToPath(new URL(file, root));
const chart = path('deploy/helm/metadata-catalog');
const folder = temporaryFolder(t);
const runs = (program: string, ...args: string[]) =>
  spawnSync(program, args, { env: process.env }).status === 0;

/** Finds Helm, or builds it with Go from the Go proxy, which takes minutes the first time. Null: neither is here. */
function findHelm(): string | null {
  const { HELM = 'helm' } = process.env;
  if (runs(HELM, 'version')) return HELM;
  const env = { ...process.env, GOBIN: folder, GOFLAGS: '-p=2' };
  const { status } = spawnSync('go', ['install', 'helm.sh/helm/v3/cmd/helm@v3.19.5'], { env });
  return status === 0 ? join(folder, 'helm') : null;
}
const helm = findHelm();
const skip = helm === null && 'there is no helm here, and Go cannot build it';

function template(args: readonly string[], release = 'catalog') {
  // A build by Go knows no newer version than 1.20.
  const options = ['template', release, chart, '--kube-version', '1.27', ...args];
  const { status, stdout, stderr } = spawnSync(helm!, options, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

t.test('the manifests are what the chart renders', { skip }, async (t) => {
  const options = ['--values', path('test/deploy/every-option.values.yaml')];
  const rendered: [file: string, args: string[]][] = [
    ['deploy/kubernetes/catalog.yaml', []],
    ['test/deploy/every-option.yaml', options],
  ];
  for (const [file, args] of rendered) {
    const { stdout, stderr } = template(args);
    t.equal(stderr, '');
    if (process.env.MANIFESTS === 'write') writeFileSync(path(file), stdout);
    t.equal(readFileSync(path(file), 'utf8'), stdout, `${file} (MANIFESTS=write renders it again)`);
    t.ok(runs(helm!, 'lint', '--strict', chart, ...args), 'helm lint --strict');
  }
  guarantee(t, 'the manifests for Kubernetes are what the Helm chart renders', { files: rendered.length });
});

/** Names of objects, with the rule that fits those of all kinds, and values of labels. */
const [objectName, labelValue] = [
  /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/,
  /^[A-Za-z0-9]([\w.-]{0,61}[A-Za-z0-9])?$/,
];

// biome-ignore lint/suspicious/noExplicitAny: manifests have many forms
type Manifest = any;

/** Renders the chart. */
function render(args: readonly string[], release = 'catalog'): Manifest[] {
  const { status, stdout, stderr } = template(args, release);
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).map((one) => one.toJS());
}
const findJob = (all: readonly Manifest[]) => all.find(({ kind }) => kind === 'Job');

t.test('names and labels are valid, whatever the image and the release', { skip }, async (t) => {
  const digest = `sha256:${'0a'.repeat(32)}`;
  const images = [
    ...['1.2.3', 'v1.2.3_rc.1', '_', 'A', '-'.padStart(128, 'a'), '1.0.0-rc------', '2026-11-30-first'],
    ...['2026-11-30-second'],
  ].map((tag) => `image.tag=${tag}`);
  const names = new Set<string>();
  for (const [value, release] of [
    ...images.map((image) => [image, 'catalog'] as const),
    [`image.digest=${digest}`, 'catalog'],
    ['image.tag=1', 'a.release-1'],
    ['image.tag=1', '2nd'],
    ['image.tag=1', `${'a'.repeat(39)}-----b`],
  ] as const) {
    const all = render(['--set-string', value], release);
    for (const { metadata, spec } of all) {
      t.match(metadata.name, objectName, value);
      for (const labels of [metadata.labels, spec.template?.metadata.labels ?? {}])
        for (const label of Object.values(labels)) t.match(label, labelValue, value);
    }
    names.add(findJob(all).metadata.name);
  }
  t.equal(names.size, images.length + 4, 'each image has a job of its own');
  const [{ image }] = findJob(render(['--set-string', `image.digest=${digest},image.tag=1`])).spec.template
    .spec.containers;
  t.equal(image, `catalog@${digest}`);
});

t.test('OpenShift can select the user, and has DNS on its own port', { skip }, async (t) => {
  const nulls = ['runAsUser', 'runAsGroup', 'fsGroup'].map((name) => `podSecurityContext.${name}=null`);
  const values = [...nulls, 'networkPolicy.dnsPorts={53,5353}', 'migration.annotations.helm\\.sh/hook=null'];
  const all = render(['--set', values.join(',')]);
  const pods = all.filter(({ spec }) => spec.template).map(({ spec }) => spec.template.spec);
  t.equal(pods.length, 2);
  for (const { securityContext } of pods)
    t.strictSame(securityContext, { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  const { egress } = all.find(({ kind }) => kind === 'NetworkPolicy').spec;
  const ports = egress[0].ports.map(({ port, protocol }: Manifest) => `${protocol} ${port}`);
  t.strictSame(ports, ['UDP 53', 'TCP 53', 'UDP 5353', 'TCP 5353']);
  t.strictSame(Object.keys(findJob(all).metadata.annotations), ['helm.sh/hook-delete-policy']);
});

t.test('the chart can leave out its options, and refuses wrong values', { skip }, async (t) => {
  const off = ['migration', 'podDisruptionBudget', 'networkPolicy'].flatMap((name) => [
    '--set',
    `${name}.enabled=false`,
  ]);
  const kinds = [...template(off).stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind);
  t.same(kinds, ['Service', 'Deployment']);
  for (const [value, message] of [
    ['replicaCount=0', /replicaCount/],
    ['settings.DATABASE_URL=postgresql://host/db', /DATABASE_URL/],
    ['settings.SHUTDOWN_DELAY_MS=soon', /SHUTDOWN_DELAY_MS/],
    ['setings.PUBLIC_URL=https://example.org', /setings/],
    ['database.secret=', /secret/],
    ['ingress.enabled=true', /host/],
    ['image.digest=sha256:abc', /digest/],
    ['image.tag=a/b', /tag/],
    ['podLabels.app\\.kubernetes\\.io/name=x', /podLabels/],
    ['networkPolicy.dnsPorts={dns}', /dnsPorts/],
  ] as const) {
    const { status, stderr } = template(['--set', value]);
    t.not(status, 0, value);
    t.match(stderr, message, value);
  }
});

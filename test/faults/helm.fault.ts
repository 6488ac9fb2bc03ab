// deploy/helm: its rendered manifests are those that the repository has, and it refuses wrong values.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
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

function template(...args: string[]) {
  // A build by Go knows no newer version than 1.20.
  const options = ['template', 'catalog', chart, '--kube-version', '1.27', ...args];
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
    const { stdout, stderr } = template(...args);
    t.equal(stderr, '');
    if (process.env.MANIFESTS === 'write') writeFileSync(path(file), stdout);
    t.equal(readFileSync(path(file), 'utf8'), stdout, `${file} (MANIFESTS=write renders it again)`);
    t.ok(runs(helm!, 'lint', '--strict', chart, ...args), 'helm lint --strict');
  }
  guarantee(t, 'the manifests for Kubernetes are what the Helm chart renders', { files: rendered.length });
});

t.test('the chart can leave out its options, and refuses wrong values', { skip }, async (t) => {
  const off = ['migration', 'podDisruptionBudget', 'networkPolicy'].flatMap((name) => [
    '--set',
    `${name}.enabled=false`,
  ]);
  const kinds = [...template(...off).stdout.matchAll(/^kind: (\w+)$/gm)].map(([, kind]) => kind);
  t.same(kinds, ['Service', 'Deployment']);
  for (const [value, message] of [
    ['replicaCount=0', /replicaCount/],
    ['settings.DATABASE_URL=postgresql://host/db', /DATABASE_URL/],
    ['settings.SHUTDOWN_DELAY_MS=soon', /SHUTDOWN_DELAY_MS/],
    ['setings.PUBLIC_URL=https://example.org', /setings/],
    ['database.secret=', /secret/],
    ['ingress.enabled=true', /host/],
  ] as const) {
    const { status, stderr } = template('--set', value);
    t.not(status, 0, value);
    t.match(stderr, message, value);
  }
});

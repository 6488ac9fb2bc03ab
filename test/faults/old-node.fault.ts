import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { root } from '../support/root.js';

const launcher = fileURLToPath(new URL('../../src/catalog.js', import.meta.url));

/** Runs the binary in a Node.js that reports another version. */
function catalogOn(node: string) {
  const fake = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(fake)}`, launcher, '--version'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

t.test('a Node.js that is too old is reported in one line, and nothing is imported', async (t) => {
  for (const version of ['12.22.12', '18.20.8', '20.18.3', '21.7.3', '22.11.0', '23.11.1']) {
    const refused = {
      status: 1,
      stdout: '',
      stderr: new RegExp(`^catalog needs Node[^\\n]*this is ${version}\\.\\n$`),
    };
    t.match(catalogOn(version), refused, version);
  }
  for (const version of ['20.19.0', '22.12.0', '24.0.0', '26.1.0']) {
    t.match(catalogOn(version), { status: 0, stdout: /^\d/, stderr: '' }, version);
  }
  const text = readFileSync(launcher, 'utf8');
  t.notMatch(text, /^import |\?\?|\?\.|^await /m, 'old versions can read it');
});

t.test('package.json requires the same versions', async (t) => {
  const { engines } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  t.equal(engines.node, '^20.19 || ^22.12 || >=24');
});

t.test('all dependencies support the Node.js versions of engines', async (t) => {
  const { satisfies } = createRequire(import.meta.url)('semver');
  const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'));
  type Locked = { dev?: boolean; devOptional?: boolean; engines?: { node?: string } };
  for (const [path, { dev, devOptional, engines }] of Object.entries<Locked>(packages)) {
    if (dev || devOptional || !engines?.node) continue;
    for (const version of ['20.19.0', '22.12.0', '24.0.0'])
      if (!satisfies(version, engines.node)) t.fail(`${path} wants ${engines.node}`);
  }
});

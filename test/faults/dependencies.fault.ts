import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { root } from '../support/root.js';
import { guarantee } from './guarantee.js';

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
}

const read = (file: string) => JSON.parse(readFileSync(new URL(file, root), 'utf8'));
const manifest = read('package.json');
const lock = read('package-lock.json') as { packages: Record<string, Locked> };
const { '': own, ...packages } = lock.packages as Record<string, Locked & typeof manifest>;
/** Without the stubs of this repository, and the links to them. */
const all = Object.entries(packages as Record<string, Locked>).filter(
  ([path, { link }]) => !link && path.startsWith('node_modules/'),
);
const production = all.filter(([, { dev, devOptional }]) => !dev && !devOptional);

/** Licences that are compatible with the Apache License 2.0 and only require attribution. */
const allowed = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', '0BSD'];

t.test('the lock file is complete', async (t) => {
  for (const kind of ['dependencies', 'devDependencies']) {
    t.strictSame(own[kind], manifest[kind], `${kind} of package.json`);
    for (const name of Object.keys(manifest[kind])) t.ok(packages[`node_modules/${name}`], name);
  }
  const unsafe = all.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  t.strictSame(unsafe, [], 'each package has its checksum');
  t.strictSame(
    all.filter(([, { resolved }]) => resolved !== undefined),
    [],
    'no package names a host',
  );
  guarantee(t, 'every package is locked with its checksum', { packages: all.length, without: unsafe.length });
});

t.test('every shipped package has an allowed licence', async (t) => {
  const counts: Record<string, number> = {};
  for (const [path, { license = 'none' }] of production) {
    counts[license] = (counts[license] ?? 0) + 1;
    t.ok(allowed.includes(license), `${path}: ${license}`);
    const installed = new URL(`${path}/package.json`, root);
    if (existsSync(installed)) t.equal(JSON.parse(readFileSync(installed, 'utf8')).license, license, path);
  }
  t.ok(production.length > 50);
  guarantee(t, 'every production dependency has a licence of the list', {
    packages: production.length,
    ...counts,
  });
});

t.test('installation needs no scripts', async (t) => {
  const scripts = all.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  const names = scripts.map((path) => path.replace(/^.*node_modules\//, ''));
  t.strictSame(names.sort(), ['@prisma/engines', 'argon2', 'prisma'], 'the packages with install scripts');
  t.strictSame(
    manifest.allowScripts,
    Object.fromEntries(['argon2', 'prisma', '@prisma/engines'].map((name) => [name, false])),
  );

  const require = createRequire(new URL('package.json', root));
  const folder = fileURLToPath(new URL('node_modules/argon2/', root));
  const binding: string = createRequire(`${folder}package.json`)('node-gyp-build').path(folder);
  t.match(binding, /argon2\/prebuilds\//, 'the binary is the one in the package');
  const { hash, verify } = require('argon2');
  t.ok(await verify(await hash('x'), 'x'));
  guarantee(t, 'installation works without scripts', {
    'denied scripts': names.length,
    'argon2 from': 'prebuilds',
  });
});

t.test('no known advisories of high severity', async (t) => {
  const args = ['audit', '--omit=dev', '--audit-level=high', '--json'];
  const cwd = fileURLToPath(root);
  const { stdout } = await promisify(execFile)('npm', args, { cwd, timeout: 20_000 }).catch(
    (failed: { stdout?: string }) => ({ stdout: failed.stdout ?? '' }),
  );
  const report = stdout.startsWith('{') ? JSON.parse(stdout) : {};
  const { vulnerabilities: found } = report.metadata ?? {};
  if (!found) {
    await t.test(
      'the registry knows the advisories',
      { skip: 'the registry does not answer queries for advisories' },
      async () => undefined,
    );
    return guarantee(t, 'advisories: unknown, because the registry does not answer queries for them', {});
  }
  t.strictSame([found.high, found.critical], [0, 0], JSON.stringify(report.vulnerabilities));
  return guarantee(t, 'no production dependency has a known advisory of high severity', found);
});

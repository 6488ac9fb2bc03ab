import { readFileSync } from 'node:fs';
import t from 'tap';
import { root } from './support/root.js';

const read = (file: string) => JSON.parse(readFileSync(new URL(file, root), 'utf8'));
const { packages } = read('package-lock.json');

t.test('what is never loaded is not installed', async (t) => {
  const names = Object.entries<{ name?: string }>(packages).filter(
    ([, { name }]) => name !== 'empty-npm-package',
  );
  const installed = new Set(names.map(([path]) => path.replace(/^.*node_modules\//, '')));
  for (const name of [
    // Compiles tap itself.
    'tshy',
    // The sources of GraphiQL, whose bundle is copied.
    '@graphiql/react',
    'codemirror',
    // Only Prisma's studio and its development server use them.
    'mysql2',
    'elkjs',
    '@prisma/query-plan-executor',
    // Only the benchmarks use it, which have a package.json of their own.
    'autocannon',
  ])
    t.notOk(installed.has(name), name);
  const compilers = [...installed].filter((name) => name === 'typescript' || name.startsWith('@typescript/'));
  t.same(compilers, ['typescript']);
});

t.test('the stubs of packages that Prisma loads have the versions that it asks for', async (t) => {
  const { dependencies } = packages['node_modules/prisma'];
  for (const name of ['dev', 'studio-core']) {
    const stub = read(`prisma/stubs/${name}/package.json`);
    t.equal(
      stub.version,
      dependencies[stub.name],
      `${name}: with another version, npm installs the package itself`,
    );
    t.match(packages[`node_modules/${stub.name}`], { link: true });
  }
});

t.test('the image of a new database is made for a package only, and stands in no repository', async (t) => {
  const { files, scripts } = read('package.json');
  const image = files.find((one: string) => /^database-image/.test(one));
  t.match(scripts.prepack, 'scripts/database-image.mjs');
  for (const name of ['start', 'build', 'prepare', 'pretest', 'dev'])
    t.notMatch(scripts[name] ?? '', /database-image|prepack|npm pack/, `${name} does not make it`);
  t.match(image, /\.tgz$/);
  t.match(readFileSync(new URL('.gitignore', root), 'utf8'), /^\*\.tgz$/m, 'git ignores it');
});

t.test('the package contains what the service loads of these packages', async (t) => {
  const { bundleDependencies, dependencies, scripts } = read('package.json');
  t.match(scripts.prepack, 'scripts/slim-packages.mjs');
  for (const name of bundleDependencies)
    t.match(dependencies[name], /^\d+\.\d+\.\d+$/, `${name}: an update needs another package anyway`);
});

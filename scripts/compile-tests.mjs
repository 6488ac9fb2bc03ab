// Compiles the tests, with the service and the console, in build/. A caller that has just done so sets TESTS_COMPILED.
import { cpSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { build } from 'vite';
import { assemble } from '../browser/assemble.mjs';
import { transpile } from './transpile.mjs';

if (!process.env.TESTS_COMPILED) {
  rmSync('build', { recursive: true, force: true });
  if (isBuilt()) cpSync('dist/console', 'build/src/console', { recursive: true });
  else await build({ root: 'src/console', logLevel: 'warn', build: { outDir: '../../build/src/console' } });
  for (const folder of ['src', 'test']) await transpile(folder, `build/${folder}`);
  // The tests of the console use its generator of many datasets.
  await transpile('bench', 'build/bench', 'node_modules');
  // The image of a new database is only there once something has packed.
  for (const name of ['prisma', 'package.json', 'database-image.tgz'])
    symlinkSync(`../${name}`, `build/${name}`);
  assemble('build/src');
}

/** Whether the service was built after the last change of its code. Half of this command's time is for the console. */
function isBuilt() {
  const builtAt = statSync('dist/console/index.html', { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return (
    readdirSync('src', { recursive: true, encoding: 'utf8' })
      .map((path) => ({ path, stats: statSync(`src/${path}`) }))
      // A check of the types writes declarations, which are in nothing that is built.
      .filter(({ path, stats }) => stats.isFile() && !path.endsWith('.d.ts'))
      .every(({ stats }) => stats.mtimeMs < builtAt)
  );
}

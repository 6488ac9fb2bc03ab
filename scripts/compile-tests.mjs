// Compiles the tests, with the service and the console, in build/. A caller that has just done so sets TESTS_COMPILED.
import { rmSync, symlinkSync } from 'node:fs';
import { build } from 'vite';
import { assemble } from '../browser/assemble.mjs';
import { transpile } from './transpile.mjs';

if (!process.env.TESTS_COMPILED) {
  rmSync('build', { recursive: true, force: true });
  await build({ root: 'src/console', logLevel: 'warn', build: { outDir: '../../build/src/console' } });
  for (const folder of ['src', 'test']) await transpile(folder, `build/${folder}`);
  // The tests of the console use its generator of many datasets.
  await transpile('bench', 'build/bench', 'node_modules');
  for (const name of ['prisma', 'package.json']) symlinkSync(`../${name}`, `build/${name}`);
  assemble('build/src');
}

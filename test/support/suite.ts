import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
// Before the teardowns are taken over: its engines are the whole process's.
import './embedded.js';

/**
 * Runs every n-th test file in one process, one after the other, so that they share the modules, the warm code and
 * the embedded engines. What a file opens outside of its tests is closed before the next file begins.
 */
const [part, parts] = process.argv.slice(2, 4).map(Number) as [number, number];
const folder = process.argv[4] ?? '';
const tests = new URL('../', import.meta.url);
const files = readdirSync(fileURLToPath(tests), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.startsWith(folder) && name.endsWith('.test.js'))
  .sort();

const cleanups: (() => unknown)[] = [];
Object.assign(t, { teardown: (cleanup: () => unknown) => cleanups.push(cleanup) });

for (const name of files.filter((_, index) => index % parts === part)) {
  await t.test(name, () => import(new URL(name, tests).href));
  await t.test(`${name} is done`, async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
}

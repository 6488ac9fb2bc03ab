/**
 * The test runner: run.ts starts two of these processes, and each imports its half of the test files, one after the
 * other. The files of one process share the loaded modules, the compiled code and the embedded engines, which take longer to
 * prepare than most files take to run.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
// Imported before `t.teardown` is replaced, because their engines belong to the whole process.
import './embedded.js';
import './migrations.js';

const [part, parts] = process.argv.slice(2, 4).map(Number) as [number, number];
const folder = process.argv[4] ?? '';
const tests = new URL('../', import.meta.url);
const files = readdirSync(fileURLToPath(tests), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.startsWith(folder) && name.endsWith('.test.js'))
  .sort();

// The teardowns of a file run before the next file, not at the end of the process.
const cleanups: (() => unknown)[] = [];
Object.assign(t, { teardown: (cleanup: () => unknown) => cleanups.push(cleanup) });

for (const name of files.filter((_, index) => index % parts === part)) {
  await t.test(name, () => import(new URL(name, tests).href));
  await t.test(`${name} is done`, async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
}

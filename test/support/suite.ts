/**
 * The test runner: run.ts starts two of these processes. Each takes the next test file that no other has taken, one after
 * the other. The files of one process share the loaded modules, the compiled code and the embedded engines, which take
 * longer to prepare than most files take to run.
 */
import { closeSync, openSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { usesServer } from './uses-server.js';

const [taken = '', ending = '', ...folders] = process.argv.slice(2);
const tests = new URL('../', import.meta.url);
const depth = (name: string) => name.split('/').length;
const files = readdirSync(fileURLToPath(tests), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith(ending))
  .filter((name) => folders.length === 0 || folders.some((folder) => name.startsWith(folder)))
  // Those that take longest, which start processes, are not in a folder. No process must wait for one at the end.
  .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
  // Of those that also run without a PostgreSQL, only what can differ on it.
  .filter(
    (name) => ending !== '.test.js' || !process.env.TEST_DATABASE_URL || usesServer(new URL(name, tests)),
  );

if (files.length === 0)
  throw new Error(`no test file is in ${folders.join(', ')}, or none can differ on PostgreSQL`);

/** Takes a file, unless another process has. */
function take(index: number): boolean {
  try {
    closeSync(openSync(join(taken, `${index}`), 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

// Otherwise both processes would have one folder, and each would delete what the other has there. TAP's name has all
// arguments, with which it can be too long.
t.testdirName = join(dirname(t.testdirName), `tests-${process.pid}`);
// The teardowns of a file run before the next file, not at the end of the process.
const cleanups: (() => unknown)[] = [];
Object.assign(t, { teardown: (cleanup: () => unknown) => cleanups.push(cleanup) });

/** The results of a process are printed at its end, which takes minutes. */
const sayEveryMs = 60_000;
let saidAt = performance.now();
for (const [index, name] of files.entries()) {
  if (!take(index)) continue;
  if (performance.now() - saidAt > sayEveryMs) {
    console.error(`${index} of ${files.length} test files are done or running`);
    saidAt = performance.now();
  }
  await t.test(name, () => import(new URL(name, tests).href));
  await t.test(`${name} is done`, async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
}

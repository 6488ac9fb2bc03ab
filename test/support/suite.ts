/**
 * The test runner: run.ts starts two of these processes. Each takes the next test file that no other has taken, one after
 * the other. The files of one process share the loaded modules, the compiled code and the embedded engines, which take
 * longer to prepare than most files take to run.
 */
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
// Imported before `t.teardown` is replaced, because their engines belong to the whole process.
import './embedded.js';
import './migrations.js';

const [taken = '', ...folders] = process.argv.slice(2);
const tests = new URL('../', import.meta.url);
const depth = (name: string) => name.split('/').length;
const files = readdirSync(fileURLToPath(tests), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js'))
  .filter((name) => folders.length === 0 || folders.some((folder) => name.startsWith(folder)))
  // Those that take longest, which start processes, are not in a folder. No process must wait for one at the end.
  .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
  // With a PostgreSQL, only what can differ on it.
  .filter((name) => !process.env.TEST_DATABASE_URL || usesServer(new URL(name, tests), new Set()));

/** Whether a test or a file of the tests that it imports reads where the PostgreSQL is. */
function usesServer(file: URL, seen: Set<string>): boolean {
  if (seen.has(file.href)) return false;
  seen.add(file.href);
  const code = readFileSync(file, 'utf8');
  if (code.includes('TEST_DATABASE_URL')) return true;
  return [...code.matchAll(/^(?:import|export) [^'`]*from '(\.[^']+)';$/gm)]
    .map(([, path = '']) => new URL(path, file))
    .some((imported) => imported.href.startsWith(tests.href) && usesServer(imported, seen));
}

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

// Otherwise both processes would have one folder, and each would delete what the other has there.
t.testdirName += `-${process.pid}`;
// The teardowns of a file run before the next file, not at the end of the process.
const cleanups: (() => unknown)[] = [];
Object.assign(t, { teardown: (cleanup: () => unknown) => cleanups.push(cleanup) });

for (const [index, name] of files.entries()) {
  if (!take(index)) continue;
  await t.test(name, () => import(new URL(name, tests).href));
  await t.test(`${name} is done`, async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
}

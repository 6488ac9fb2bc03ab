import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** Options of Node.js, and the program of each process. */
const program = [
  '--enable-source-maps',
  '--import',
  path('support/stray-errors.js'),
  path('support/suite.js'),
];

/** Which tests to run: folders or files, such as `contract/`, by default all, and the ending of their names. */
const args = process.argv.slice(2);
const ending = args.find((arg) => arg.startsWith('.')) ?? '.test.js';
const folders = args.filter((arg) => !arg.startsWith('.'));

/** In which the processes note the files that they have taken. */
const taken = mkdtempSync(join(tmpdir(), 'catalog-tests-'));
t.teardown(() => rmSync(taken, { recursive: true }));

t.jobs = Number(process.env.TAP_JOBS ?? 2);
for (let part = 1; part <= t.jobs; part += 1) {
  t.spawn(process.execPath, [...program, taken, ending, ...folders], { name: `part ${part} of ${t.jobs}` });
}

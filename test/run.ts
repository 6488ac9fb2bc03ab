import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const suite = fileURLToPath(new URL('support/suite.js', import.meta.url));

// The folders of the tests to run, such as `contract/`; default: all.
const folders = process.argv.slice(2);

/** In which the processes note the files that they have taken. */
const taken = mkdtempSync(join(tmpdir(), 'catalog-tests-'));
t.teardown(() => rmSync(taken, { recursive: true }));

t.jobs = 2;
for (let part = 1; part <= t.jobs; part += 1) {
  const args = ['--enable-source-maps', suite, taken, ...folders];
  t.spawn(process.execPath, args, { name: `part ${part} of ${t.jobs}` });
}

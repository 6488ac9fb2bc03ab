/**
 * failed-tests.mjs <log> <files>: prints the tests that failed in a log in TAP, and writes the paths of their compiled
 * files to <files>, one a line.
 *
 * A file is known by the name of a test: its path, its path below build/test/, or the name of a fault. The tests of the
 * suite follow the one that names their file, and those of the others are in it. <files> is empty when a failure belongs
 * to no file, such as that of a process that runs several.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Parser } from 'tap-parser';

const [log, list] = process.argv.slice(2);
const diagnosticLength = 1_000;

const pathOf = (name) =>
  [name, `build/test/${name}`, `build/test/faults/${name}.fault.js`].find(
    (path) => /\.(test|console|fault)\.js$/.test(path) && existsSync(path),
  );

const failed = new Set();
let file;

function watch(parser, names) {
  let hasFiles = false;
  const failedTests = new Set();
  parser.on('child', (child) => {
    const name = child.name.replace(/\\([#\\])/g, '$1');
    const path = pathOf(name);
    if (path) [hasFiles, file] = [true, path];
    child.on('complete', ({ ok }) => ok || failedTests.add(name));
    watch(child, [...names, name]);
  });
  parser.on('complete', ({ failures }) => {
    for (const { name, tapError, diag } of failures) {
      // The failures of a test are those of the tests in it, which are printed already.
      if (name ? failedTests.has(name) : failedTests.size > 0) continue;
      const path = pathOf(name) ?? (hasFiles ? undefined : file);
      failed.add(path);
      console.log([path ?? 'in no file', ...names, name ?? tapError].join(' > '));
      if (diag) console.log(JSON.stringify(diag, null, 1).slice(0, diagnosticLength));
    }
  });
}

const parser = new Parser();
watch(parser, []);
parser.end(readFileSync(log, 'utf8'));
writeFileSync(list, failed.has(undefined) ? '' : [...failed].map((path) => `${path}\n`).join(''));

// failed-tests.mjs <log>: prints the tests that failed in a log in TAP, each with the names of the tests that it is in.
import { readFileSync } from 'node:fs';
import { Parser } from 'tap-parser';

const diagnosticLength = 1_000;

function watch(parser, names) {
  const failedTests = new Set();
  parser.on('child', (child) => {
    const name = child.name.replace(/\\([#\\])/g, '$1');
    child.on('complete', ({ ok }) => ok || failedTests.add(name));
    watch(child, [...names, name]);
  });
  parser.on('complete', ({ failures }) => {
    for (const { name, tapError, diag } of failures) {
      // The failures of a test are those of the tests in it, which are printed already.
      if (name ? failedTests.has(name) : failedTests.size > 0) continue;
      console.log([...names, name ?? tapError].join(' > '));
      if (diag) console.log(JSON.stringify(diag, null, 1).slice(0, diagnosticLength));
    }
  });
}

const parser = new Parser();
watch(parser, []);
parser.end(readFileSync(process.argv[2], 'utf8'));

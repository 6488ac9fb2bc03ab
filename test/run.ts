import { fileURLToPath } from 'node:url';
import t from 'tap';

const suite = fileURLToPath(new URL('support/suite.js', import.meta.url));

// The folder of the tests to run, such as `contract/`; default: all.
const [folder = ''] = process.argv.slice(2);

t.jobs = 2;
for (let part = 0; part < t.jobs; part++) {
  const args = ['--enable-source-maps', suite, `${part}`, `${t.jobs}`, folder];
  t.spawn(process.execPath, args, { name: `part ${part + 1} of ${t.jobs}`, timeout: 600_000 });
}

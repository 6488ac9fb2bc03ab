import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { usesServer } from './uses-server.js';

const tests = new URL('../', import.meta.url);
const uses = (name: string) => usesServer(new URL(name, tests));

t.test('tests that import a catalog of the tests also run on PostgreSQL', async (t) => {
  const importing = readdirSync(fileURLToPath(tests), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js'))
    .filter((name) => /support\/(catalog|metadata)\.js["']/.test(readFileSync(new URL(name, tests), 'utf8')));
  t.ok(importing.length > 100, `${importing.length} files`);
  t.strictSame(
    importing.filter((name) => !uses(name)),
    [],
  );
});

t.test('a test without a database does not run again', async (t) => {
  t.notOk(uses('json/duplicate-members.test.js'));
});

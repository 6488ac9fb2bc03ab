import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { embeddedMajor, openEmbedded } from '../../src/db/embedded/embedded.js';

/** All files below a folder, with their content and modification time. */
const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file) => [file, readFileSync(file, 'utf8'), statSync(file).mtimeMs]);

t.test('the embedded PostgreSQL keeps what was written, and has the expected version', async (t) => {
  const folder = join(t.testdir(), 'deep', 'data');
  const first = await openEmbedded(folder);
  const { rows } = await first.client.query<{ major: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major`,
  );
  t.strictSame(rows, [{ major: Number(embeddedMajor) }]);
  t.equal(readFileSync(join(folder, 'postgres', 'PG_VERSION'), 'utf8').trim(), embeddedMajor);
  t.equal(statSync(folder).mode & 0o077, 0, 'the folder is closed to other accounts');
  await first.client.exec('CREATE TABLE kept AS SELECT 42 AS value');
  await t.rejects(openEmbedded(folder), {
    name: 'StartupError',
    message: new RegExp(`process ${process.pid} `),
  });
  await first.close();

  const second = await openEmbedded(folder);
  t.strictSame((await second.client.query('SELECT value FROM kept')).rows, [{ value: 42 }]);
  await second.close();
  t.notOk(existsSync(join(folder, 'catalog.lock')));
});

t.test('a folder of another PostgreSQL version is rejected and left untouched, without a lock', async (t) => {
  for (const major of ['17', '19', '']) {
    const folder = t.testdir({ postgres: { PG_VERSION: `${major}\n`, base: { '1': 'rows' } } });
    const before = contents(folder);
    await t.rejects(openEmbedded(folder), {
      name: 'StartupError',
      message: new RegExp(
        `written by PostgreSQL ${major};.*PostgreSQL ${embeddedMajor}.*choose another DATA_DIR`,
      ),
    });
    t.strictSame(contents(folder), before);
  }
});

t.test('a folder that can not be made is reported', async (t) => {
  const folder = t.testdir({ file: 'no folder' });
  await t.rejects(openEmbedded(join(folder, 'file', 'data')), {
    name: 'StartupError',
    message: /DATA_DIR .*file\/data cannot be created/,
  });
});

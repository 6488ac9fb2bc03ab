import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openEmbedded } from '../../src/db/embedded/embedded.js';
import { lockFolder } from '../../src/db/embedded/folder-lock.js';
import { makeFolder } from '../../src/db/embedded/private-folder.js';

const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

/** Paths that are open to other accounts, without the one file that PostgreSQL makes by the umask, which main.ts sets. */
const open = (folder: string) =>
  [folder, ...below(folder)]
    .filter((path) => statSync(path).mode & 0o077)
    .filter((path) => !path.endsWith('pg_internal.init'));

function withUmask(t: Test, umask: number) {
  const before = process.umask(umask);
  t.teardown(() => process.umask(before));
}

async function opened(folder: string) {
  const warnings: string[] = [];
  const { client, close } = await openEmbedded(folder, { onOpenFolder: (why) => warnings.push(why) });
  await client.exec(
    'CREATE TABLE IF NOT EXISTS made_later (value int); INSERT INTO made_later VALUES (1); CHECKPOINT',
  );
  const found = open(folder);
  await close();
  return { found, warnings };
}

t.test('11.7: DATA_DIR and all below it are closed to other accounts, with any umask', async (t) => {
  withUmask(t, 0);
  const folder = join(t.testdir(), 'data');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  t.same(await opened(folder), { found: [], warnings: [] }, 'a new database in a folder that was open');

  for (const path of [folder, ...below(folder)]) chmodSync(path, statSync(path).mode | 0o055);
  t.same(await opened(folder), { found: [], warnings: [] }, 'a database of an older build');
  t.same(open(folder), [], 'also after it is closed');
});

t.test(
  '11.7: a DATA_DIR that holds other files stays open, with a warning; the database is closed',
  async (t) => {
    const folder = t.testdir({ 'package.json': '{}' });
    chmodSync(folder, 0o755);
    const { found, warnings } = await opened(folder);
    t.same(
      found.map((path) => path.slice(folder.length)),
      ['', '/package.json'],
    );
    t.match(warnings, [/^DATA_DIR .* is open to other accounts and contains files of other programs: /]);
  },
);

t.test('11.7: only its owner can read a lock', async (t) => {
  for (const umask of [0, 0o277]) {
    t.test(`umask ${umask.toString(8)}`, async (t) => {
      const folder = t.testdir();
      withUmask(t, umask);
      const unlock = lockFolder(folder);
      t.equal(statSync(join(folder, 'catalog.lock')).mode & 0o777, 0o600);
      unlock();
    });
  }
});

t.test('11.6: a folder that can not be written is reported in one line', async (t) => {
  const folder = t.testdir({ 'catalog.lock': {} });
  writeFileSync(join(folder, 'catalog.lock', 'x'), '');
  await t.rejects(openEmbedded(folder), {
    name: 'StartupError',
    message: /^The embedded database in DATA_DIR \S+ cannot be opened by user .*\(uid \d+\): [^\n]+$/,
  });
});

t.test(
  'a folder is made with its parents, open to this account only; an existing one stays as it is',
  async (t) => {
    const folder = join(t.testdir(), 'a', 'b');
    makeFolder(folder);
    makeFolder(folder);
    for (const path of [folder, join(folder, '..')]) t.equal(statSync(path).mode & 0o777, 0o700);
  },
);

t.test('a folder that can’t be made is an error', async (t) => {
  writeFileSync(join(t.testdir(), 'file'), '');
  t.throws(() => makeFolder(join(t.testdirName, 'file')), { code: 'EEXIST' });
  t.throws(() => makeFolder(join(t.testdirName, 'file', 'below')), { code: 'ENOTDIR' });
  if (process.platform === 'linux') t.throws(() => makeFolder('/proc/nope'), { code: 'ENOENT' });
});

import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { writeLogin } from '../../src/cli/remote/login-file.js';
import { readConfig } from '../../src/config.js';
import { backUp } from '../../src/db/embedded/backup.js';
import { openEmbedded } from '../../src/db/embedded/embedded.js';
import { lockFolder } from '../../src/db/embedded/folder-lock.js';
import { makeFolder } from '../../src/db/embedded/private-folder.js';
import { restore } from '../../src/db/embedded/restore.js';
import { exportCatalog } from '../../src/operations/transfer/export.js';
import { migrateCatalog } from '../../src/startup/open-catalog.js';
import { writeTokenFile } from '../../src/startup/token-file.js';
import { quiet } from '../support/quiet.js';

const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

/** Paths that are open to other accounts. */
const open = (folder: string) => [folder, ...below(folder)].filter((path) => lstatSync(path).mode & 0o077);

/** The same without the one file that PostgreSQL makes by the umask, which main.ts sets. */
const openToo = (folder: string) => open(folder).filter((path) => !path.endsWith('pg_internal.init'));

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
  const found = openToo(folder);
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
  t.same(openToo(folder), [], 'also after it is closed');
});

t.test('11.7: a DATA_DIR with other files stays open, with a warning; the database is closed', async (t) => {
  const folder = t.testdir({ 'package.json': '{}' });
  chmodSync(folder, 0o755);
  const { found, warnings } = await opened(folder);
  t.same(
    found.map((path) => path.slice(folder.length)),
    ['', '/package.json'],
  );
  t.match(warnings, [/^DATA_DIR .* is open to other accounts and contains files of other programs: /]);
});

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

t.test('a folder is made with its parents, for this account only; an existing one stays', async (t) => {
  const folder = join(t.testdir(), 'a', 'b');
  makeFolder(folder);
  makeFolder(folder);
  for (const path of [folder, join(folder, '..')]) t.equal(statSync(path).mode & 0o777, 0o700);
});

t.test('a folder that can’t be made is an error', async (t) => {
  writeFileSync(join(t.testdir(), 'file'), '');
  t.throws(() => makeFolder(join(t.testdirName, 'file')), { code: 'EEXIST' });
  t.throws(() => makeFolder(join(t.testdirName, 'file', 'below')), { code: 'ENOTDIR' });
  if (process.platform === 'linux') t.throws(() => makeFolder('/proc/nope'), { code: 'ENOENT' });
});

t.test('no other account can read what the catalog writes, whatever the umask', async (t) => {
  withUmask(t, 0);
  const folder = t.testdir();
  const path = (name: string) => join(folder, name);
  const config = readConfig({ DATA_DIR: path('data') });
  const log = { ...quiet, child: () => quiet } as never;
  await migrateCatalog(config, { log });
  t.strictSame(open(path('data')), [], 'a new database');

  await backUp(path('data'), path('backup'));
  await exportCatalog(config, path('export'), {
    log: quiet,
    version: 'x',
    withSecrets: false,
    onProgress() {},
  });
  for (const file of ['backup', 'export']) t.equal(lstatSync(path(file)).mode & 0o777, 0o600, file);

  mkdirSync(path('restored'));
  await restore(path('restored'), path('backup'), { force: false });
  t.strictSame(open(path('restored')), [], 'a restored database');
  const { close } = await openEmbedded(path('restored'));
  t.strictSame(open(path('restored')), [], 'an open database');
  await close();

  for (const one of readdirSync(path('data/postgres'))) chmodSync(path(`data/postgres/${one}`), 0o777);
  await backUp(path('data'), path('open'));
  await restore(path('from-open'), path('open'), { force: false });
  t.strictSame(open(path('from-open')), [], 'restored from files that were open');

  mkdirSync(path('login'), { mode: 0o755 });
  await writeLogin(path('login'), { url: 'http://x', token: 'x' }, 'x');
  writeTokenFile(path('token/bootstrap-token'), 'x');
  for (const one of ['login', 'token']) t.strictSame(open(path(one)), [], one);
});

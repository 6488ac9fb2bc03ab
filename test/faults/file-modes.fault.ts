import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { writeLogin } from '../../src/cli/remote/login-file.js';
import { readConfig } from '../../src/config.js';
import { backUp } from '../../src/db/embedded/backup.js';
import { openEmbedded } from '../../src/db/embedded/embedded.js';
import { restore } from '../../src/db/embedded/restore.js';
import { exportCatalog } from '../../src/operations/transfer/export.js';
import { migrateCatalog } from '../../src/startup/open-catalog.js';
import { writeTokenFile } from '../../src/startup/token-file.js';

/** Returns what other accounts may read, below a folder and the folder itself. */
function open(folder: string): string[] {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((one) => join(folder, one)),
  ];
  return paths.filter((path) => (lstatSync(path).mode & 0o077) !== 0);
}

t.test('no other account can read what the catalog writes, whatever the umask', async (t) => {
  const umask = process.umask(0);
  t.teardown(() => process.umask(umask));
  const folder = t.testdir();
  const path = (name: string) => join(folder, name);
  const config = readConfig({ DATA_DIR: path('data') });
  const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log } as never;
  await migrateCatalog(config, { log });
  t.strictSame(open(path('data')), [], 'a new database');

  await backUp(path('data'), path('backup'));
  await exportCatalog(config, path('export'), { log, version: 'x', withSecrets: false, onProgress() {} });
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

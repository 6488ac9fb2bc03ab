import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { migrate } from '../../src/db/migrations/migrate.js';
import type { MigrationTarget } from '../../src/db/migrations/target.js';
import { openDatabase } from '../../src/db/open.js';
import { postgresqlTarget } from '../../src/db/postgresql/migration.js';
import { exists, folderWith, onServer } from '../support/migrations.js';
import { guarantee } from './guarantee.js';
import { ownServer, postgresAccount, withoutBinaries } from './support/postgresql.js';
import { temporaryFolder } from './support/service.js';
import { smallDisk, withoutMount } from './support/small-disk.js';

const name = '29990101000000_last';
const slow = 'CREATE TABLE last (id int); SELECT pg_sleep(60)';
const large = (where: string) => `CREATE TABLE last ${where} AS SELECT repeat(md5(i::text), 30) AS text
  FROM generate_series(1, 300000) AS i`;

const appliesAgain = async (t: Test, target: MigrationTarget, folder: string) => {
  t.same(
    await migrate(target, folder),
    { applied: [name], edited: [], isNew: false },
    'the next start applies it',
  );
  t.equal(await exists(target, 'last'), true);
};

t.test('faults within a migration on PostgreSQL', { skip: withoutBinaries }, async (t) => {
  const { url, kill, start } = await ownServer(t);
  const folder = await folderWith(temporaryFolder(t), name, slow);
  const target = postgresqlTarget(url);
  const isRunning = async () =>
    (await target.query(`SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(60)'`))
      .length > 0;
  const running = async () => {
    while (!(await isRunning())) await sleep(20);
  };
  const migrator = fileURLToPath(new URL('support/migrate.js', import.meta.url));
  const faults = {
    'backend ended': async () => {
      const failed = t.rejects(migrate(target, folder), { name: 'StartupError', message: /terminat/ });
      await running();
      await target.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)'`,
      );
      await failed;
    },
    'process killed': async () => {
      const child = spawn(process.execPath, [migrator, url, folder], { stdio: 'inherit' });
      await running();
      child.kill('SIGKILL');
      await once(child, 'exit');
      // The server notices only when the statement ends.
      await target.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)'`,
      );
    },
    'server killed': async () => {
      const failed = t.rejects(migrate(target, folder), { name: 'StartupError' });
      await running();
      await kill();
      await failed;
      await start();
    },
  };
  const script = join(folder, name, 'migration.sql');
  for (const fault of Object.values(faults)) {
    await writeFile(script, slow);
    await fault();
    t.equal(await exists(target, 'last'), false);
    await writeFile(script, slow.replace('60', '0'));
    await appliesAgain(t, target, folder);
    const { run } = onServer(t, url);
    await run(`DROP TABLE last; DELETE FROM _prisma_migrations WHERE migration_name = '${name}'`);
  }
  guarantee(t, 'an interrupted migration on PostgreSQL is started again', {
    faults: Object.keys(faults).length,
  });
});

t.test('the disk of PostgreSQL fills up', { skip: withoutBinaries || withoutMount }, async (t) => {
  const { url } = await ownServer(t);
  const disk = smallDisk(t, 600);
  if (postgresAccount) chownSync(disk.folder, ...postgresAccount);
  const { run } = onServer(t, url);
  await run(`CREATE TABLESPACE small LOCATION '${disk.folder}'`);
  const folder = await folderWith(temporaryFolder(t), name, large('TABLESPACE small'));
  const target = postgresqlTarget(url);
  disk.fill(10_000_000);
  const full = { name: 'StartupError', message: /migration 29990101000000_last: could not extend file/ };
  for (const _ of [1, 2]) await t.rejects(migrate(target, folder), full);
  disk.empty();
  await appliesAgain(t, target, folder);
  guarantee(t, 'a migration that fills the disk of PostgreSQL is started again when there is space', {
    fills: 2,
  });
});

t.test('the disk of the embedded database fills up', { skip: withoutMount }, async (t) => {
  const disk = smallDisk(t, 1_200);
  const open = () =>
    openDatabase({
      databaseUrl: undefined,
      dataDir: join(disk.folder, 'data'),
      poolSize: 1,
      onIdleError() {},
    });
  const folder = await folderWith(temporaryFolder(t), name, large(''));
  const first = await open();
  await migrate(first.migration);
  await first.close();
  // Too little for any transaction, and too little for this one.
  for (const spare of [1_000_000, 80_000_000]) {
    const db = await open();
    disk.fill(spare);
    await t.rejects(migrate(db.migration, folder), { name: 'StartupError' }, `${spare} bytes free`);
    await db.close();
    disk.empty();
  }
  const again = await open();
  await appliesAgain(t, again.migration, folder);
  await again.close();
  guarantee(t, 'a migration that fills the disk of the embedded database is started again', { fills: 2 });
});

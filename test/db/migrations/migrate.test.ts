import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import t from 'tap';
import { migrationsFolder, readMigrations } from '../../../src/db/migrations/folder.js';
import { migrate, migrationStatus } from '../../../src/db/migrations/migrate.js';
import { postgresqlTarget } from '../../../src/db/postgresql/migration.js';
import { scratchDatabaseUrl } from '../../support/database.js';
import {
  databases,
  exists,
  folderWith,
  onServer,
  readLedger,
  server,
  withoutLock,
} from '../../support/migrations.js';
import { waitFor } from '../../support/wait-for.js';

const ordinary = { finished: true, logs: null, rolled_back: null, steps: 1 };

for (const [database, open] of Object.entries(databases)) {
  t.test(database, async (t) => {
    t.test('migrations are applied once and recorded in Prisma’s ordinary ledger', async (t) => {
      const { target } = await open(t);
      const migrations = await readMigrations(migrationsFolder);
      const names = migrations.map(({ name }) => name);
      t.same((await migrationStatus(target)).pending, names);
      const begun: string[] = [];
      t.same(await migrate(target, undefined, (name) => begun.push(name)), {
        applied: names,
        edited: [],
        isNew: true,
      });
      t.same(begun, names);
      t.same(
        await readLedger(target),
        migrations.map(({ name, checksum }) => ({ name, checksum, ...ordinary })),
      );
    });

    t.test('an up-to-date database is not changed or locked', async (t) => {
      const { target } = await open(t);
      await migrate(target);
      t.same(await migrate(withoutLock(target)), { applied: [], edited: [], isNew: false });
    });

    t.test('a database of a newer build is rejected with the names of its migrations', async (t) => {
      const { target } = await open(t);
      await migrate(target, await folderWith(t.testdir(), '29990101000000_newer', 'SELECT 1'));
      await t.rejects(migrate(withoutLock(target)), {
        name: 'StartupError',
        message: /does not know: 29990101000000_newer/,
      });
    });

    t.test('a migration whose file changed after it was applied is reported', async (t) => {
      const { target } = await open(t);
      const folder = await folderWith(t.testdir(), '29990101000000_later', 'SELECT 1');
      await migrate(target, folder);
      await writeFile(join(folder, '29990101000000_later', 'migration.sql'), 'SELECT 2');
      t.same(await migrate(target, folder), { applied: [], edited: ['29990101000000_later'], isNew: false });
    });

    t.test('a database with tables of another application is rejected', async (t) => {
      const { target, run } = await open(t);
      await run('CREATE TABLE theirs (id int)');
      await t.rejects(migrate(target), {
        name: 'StartupError',
        message: /contains tables of another program/,
      });
      t.equal(await exists(target, 'policies'), false);
    });

    t.test('every change of the policies raises their version in the same transaction', async (t) => {
      const { target, run } = await open(t);
      await migrate(target);
      // Migrations change policies too.
      await run('UPDATE policy_version SET version = 0');
      const version = async () =>
        (await target.query<{ version: string }>('SELECT version::text FROM policy_version'))[0]?.version;
      const insert = `INSERT INTO policies (id, name, type) VALUES ('a', 'A', 'PLATFORM')`;
      const seen = [await version()];
      for (const sql of [
        insert,
        `UPDATE policies SET name = 'B'`,
        'DELETE FROM policies',
        'TRUNCATE policies',
      ]) {
        await run(sql);
        seen.push(await version());
      }
      await run(`BEGIN; ${insert}; ROLLBACK`);
      seen.push(await version());
      t.same(seen, ['0', '1', '2', '3', '4', '4']);
      await t.rejects(run('INSERT INTO policy_version (id) VALUES (2)'), /policy_version_one_row/);
      await run('DELETE FROM policy_version');
      await t.rejects(run(insert), /lost its row/);
    });
  });
}

t.test('of five processes that start at once, one applies each migration', { skip: !server }, async (t) => {
  const url = await scratchDatabaseUrl(t, server, null);
  const results = await Promise.all(Array.from({ length: 5 }, () => migrate(postgresqlTarget(url))));
  const names = (await readMigrations(migrationsFolder)).map(({ name }) => name);
  t.same(results.flatMap(({ applied }) => applied).sort(), names);
});

t.test('a schema that the URL names is created and used', { skip: !server }, async (t) => {
  const url = `${await scratchDatabaseUrl(t, server, null)}?schema=Own`;
  await Promise.all([migrate(postgresqlTarget(url)), migrate(postgresqlTarget(url))]);
  const { target } = onServer(t, url);
  t.same(
    await target.query(`SELECT schemaname, count(*) > 5 AS most FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') GROUP BY 1`),
    [{ schemaname: 'Own', most: true }],
  );
});

t.test(
  'concurrent writers of policies all raise the version, and none deadlocks',
  { skip: !server },
  async (t) => {
    const { target, run } = onServer(t, await scratchDatabaseUrl(t, server, null));
    await migrate(target);
    await run('UPDATE policy_version SET version = 0');
    await run(`INSERT INTO policies (id, name, type) VALUES ('a', '', 'PLATFORM'), ('b', '', 'PLATFORM')`);
    const write = (order: string[]) => {
      const updates = order.map((id) => `UPDATE policies SET name = name || '.' WHERE id = '${id}'`);
      return run(`BEGIN; ${updates.join('; ')}; COMMIT`);
    };
    await Promise.all(Array.from({ length: 20 }, (_, i) => write(i % 2 ? ['a', 'b'] : ['b', 'a'])));
    const [row] = await target.query<{ version: string }>('SELECT version::text FROM policy_version');
    t.equal(row?.version, '41');
  },
);

t.test('after a deadlock with an older process, a migration begins again', { skip: !server }, async (t) => {
  const url = await scratchDatabaseUrl(t, server, null);
  const { run } = onServer(t, url);
  await run('CREATE SCHEMA old; CREATE TABLE old.one (); CREATE TABLE old.two ()');
  const script = 'LOCK TABLE old.one; LOCK TABLE old.two';
  const folder = await folderWith(t.testdir(), '29990101000000_later', script);
  await migrate(postgresqlTarget(url));
  const older = new pg.Client(url);
  await older.connect();
  t.teardown(() => older.end());
  // PostgreSQL cancels who waits when its own time is over: the migration.
  await older.query(`SET deadlock_timeout = '1min'; BEGIN; LOCK TABLE old.two IN ACCESS SHARE MODE`);
  const begun: string[] = [];
  const migrated = migrate(postgresqlTarget(url), folder, async (name, _isNew, query) => {
    begun.push(name);
    await query(`SET LOCAL deadlock_timeout = '3s'`);
  });
  await waitFor(async () => {
    const { rows } = await older.query(
      `SELECT FROM pg_locks WHERE NOT granted AND relation = 'old.two'::regclass`,
    );
    return rows.length > 0;
  });
  await older.query('LOCK TABLE old.one IN ACCESS SHARE MODE; COMMIT');
  t.match(await migrated, { applied: ['29990101000000_later'] });
  t.ok(begun.length > 1, 'the first time ended in the deadlock');
});

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import t from 'tap';
import { migrate, migrationStatus } from '../../src/db/migrate.js';
import { embeddedTarget, scratchAdapter } from '../../src/db/migrate-embedded.js';
import { createDatabase, postgresqlTarget } from '../../src/db/migrate-postgresql.js';
import { migrationsFolder, readMigrations, toMigrationList } from '../../src/db/migration-folder.js';
import type { MigrationTarget } from '../../src/db/migration-target.js';
import { noFilters, withSchemaEngine } from '../../src/db/schema-engine.js';

/** A database of its own, and a way to run SQL on it. */
interface Scratch {
  target: MigrationTarget;
  run(sql: string): Promise<unknown>;
}

const databases: Record<string, (t: Tap) => Promise<Scratch>> = { PGlite: openPglite };
const server = process.env.TEST_DATABASE_URL ?? '';
if (server) databases.PostgreSQL = async (t) => (await openPostgresql(t, server)).scratch;

type Tap = Pick<typeof t, 'teardown'>;

/** One for all, emptied for each: starting it is the slow part. */
const pglite = await PGlite.create();
t.teardown(() => pglite.close());

async function openPglite(): Promise<Scratch> {
  await pglite.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return { target: embeddedTarget(pglite), run: (sql) => pglite.exec(sql) };
}

async function openPostgresql(t: Tap, admin: string) {
  const url = new URL(admin);
  url.pathname = `/migrate_${process.pid}_${Math.random().toString(36).slice(2)}`;
  await createDatabase(url.href);
  const pool = new pg.Pool({ connectionString: url.href });
  t.teardown(async () => {
    await pool.end();
    const client = new pg.Client(admin);
    await client.connect();
    await client.query(`DROP DATABASE "${url.pathname.slice(1)}"`);
    await client.end();
  });
  const scratch: Scratch = { target: postgresqlTarget(url.href), run: (sql) => pool.query(sql) };
  return { scratch, url: url.href };
}

/** The real migrations and one more. */
async function folderWith(dir: string, name: string, sql: string) {
  const folder = join(dir, 'migrations');
  await cp(migrationsFolder, folder, { recursive: true });
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'migration.sql'), sql);
  return folder;
}

const exists = async (target: MigrationTarget, table: string) =>
  (await target.query<{ there: boolean }>(`SELECT to_regclass('${table}') IS NOT NULL AS there`))[0]?.there;

const ordinary = { checksum: 64, finished: true, logs: null, rolled_back_at: null, steps: 1 };

/** The same database, where starting the engine is an error. */
const withoutEngine = (target: MigrationTarget): MigrationTarget => ({
  query: target.query,
  exclusively: () => Promise.reject(new Error('the engine was asked for')),
});

for (const [database, open] of Object.entries(databases)) {
  t.test(database, async (t) => {
    t.test('migrations are applied once and written into Prisma’s ordinary ledger', async (t) => {
      const { target } = await open(t);
      const names = (await readMigrations(migrationsFolder)).map(({ name }) => name);
      t.same((await migrationStatus(target)).pending, names);
      t.same(await migrate(target), { applied: names, edited: [] });
      t.same(
        await target.query(
          `SELECT migration_name, length(checksum) AS checksum, finished_at >= started_at AS finished, logs,
           rolled_back_at, applied_steps_count AS steps FROM _prisma_migrations ORDER BY started_at`,
        ),
        names.map((migration_name) => ({ migration_name, ...ordinary })),
      );
    });

    t.test('an up-to-date database is left alone, without lock and engine', async (t) => {
      const { target } = await open(t);
      await migrate(target);
      t.same(await migrate(withoutEngine(target)), { applied: [], edited: [] });
    });

    t.test('a broken migration fails loudly, changes nothing, and is not passed over later', async (t) => {
      const { target } = await open(t);
      const broken = 'CREATE TABLE half_done (id int); SELECT nonsense(;';
      const folder = await folderWith(t.testdir(), '29990101000000_broken', broken);
      await t.rejects(migrate(target, folder), {
        name: 'StartupError',
        message: /migration 29990101000000_broken: .*syntax error/s,
      });
      t.equal(await exists(target, 'half_done'), false);
      t.equal(await exists(target, 'policies'), true, 'what came before it stays');
      await t.rejects(migrate(target, folder), { message: /did not finish: 29990101000000_broken/ });
    });

    t.test('a migration that was rolled back by hand is tried again', async (t) => {
      const { target, run } = await open(t);
      const name = '29990101000000_flaky';
      const folder = await folderWith(
        t.testdir(),
        name,
        'CREATE TABLE flaky (id int); SELECT 1 / ok FROM health;',
      );
      await t.rejects(migrate(target, folder));
      await run(
        'CREATE TABLE health (ok int); UPDATE _prisma_migrations SET rolled_back_at = now() WHERE logs > $$$$',
      );
      t.same(await migrate(target, folder), { applied: [name], edited: [] });
    });

    t.test('a migration whose process was killed is begun again, unless it had taken effect', async (t) => {
      const { target, run } = await open(t);
      const name = '29990101000000_killed';
      const sql = 'CREATE TABLE killed (id int)';
      const folder = await folderWith(t.testdir(), name, sql);
      await migrate(target);
      const begin = () =>
        run(
          `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('${name}', '', '${name}')`,
        );

      await begin();
      t.same((await migrationStatus(target, folder)).begun, [name]);
      t.same(
        await migrate(target, folder),
        { applied: [name], edited: [] },
        'before its script: nothing is there',
      );

      await run(`DROP TABLE killed; DELETE FROM _prisma_migrations WHERE migration_name = '${name}'`);
      await begin();
      await target.exclusively(async (adapter) => {
        const connection = await adapter.connect();
        await connection.executeScript(sql);
        await connection.dispose();
      });
      t.match(
        await migrate(withoutEngine(target), folder),
        { applied: [] },
        'after its script: all is there',
      );
      t.equal(await exists(target, 'killed'), true);
    });

    t.test('a database of a newer build is refused by the names of its migrations', async (t) => {
      const { target } = await open(t);
      await migrate(target, await folderWith(t.testdir(), '29990101000000_newer', 'SELECT 1'));
      await t.rejects(migrate(withoutEngine(target)), {
        name: 'StartupError',
        message: /doesn't know: 29990101000000_newer/,
      });
    });

    t.test('a migration whose file changed after it was applied is reported', async (t) => {
      const { target } = await open(t);
      const folder = await folderWith(t.testdir(), '29990101000000_later', 'SELECT 1');
      await migrate(target, folder);
      await writeFile(join(folder, '29990101000000_later', 'migration.sql'), 'SELECT 2');
      t.same(await migrate(target, folder), { applied: [], edited: ['29990101000000_later'] });
    });

    t.test('every way of changing policies raises their version, in the same transaction', async (t) => {
      const { target, run } = await open(t);
      await migrate(target);
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

t.test('the migrations add up to schema.prisma', async (t) => {
  const schema = await readFile(join(migrationsFolder, '..', 'schema.prisma'), 'utf8');
  const migrations = toMigrationList(migrationsFolder, await readMigrations(migrationsFolder));
  const { exitCode, stdout } = await withSchemaEngine(scratchAdapter, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: true,
      exitCode: true,
      ...noFilters(),
    }),
  );
  t.equal(exitCode, 0, stdout ?? '');
});

t.test('of five processes that start at once, one migrates', { skip: !server }, async (t) => {
  const { url } = await openPostgresql(t, server);
  const results = await Promise.all(Array.from({ length: 5 }, () => migrate(postgresqlTarget(url))));
  t.equal(results.filter(({ applied }) => applied.length > 0).length, 1);
});

t.test('writers of policies that overlap all count, and none deadlocks', { skip: !server }, async (t) => {
  const { scratch, url } = await openPostgresql(t, server);
  await migrate(scratch.target);
  await scratch.run(
    `INSERT INTO policies (id, name, type) VALUES ('a', '', 'PLATFORM'), ('b', '', 'PLATFORM')`,
  );
  const write = (order: string[]) => {
    const updates = order.map((id) => `UPDATE policies SET name = name || '.' WHERE id = '${id}'`);
    return scratch.run(`BEGIN; ${updates.join('; ')}; COMMIT`);
  };
  await Promise.all(Array.from({ length: 20 }, (_, i) => write(i % 2 ? ['a', 'b'] : ['b', 'a'])));
  const [row] = await postgresqlTarget(url).query<{ version: string }>(
    'SELECT version::text FROM policy_version',
  );
  t.equal(row?.version, '41');
});

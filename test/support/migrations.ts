import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import root, { type Test } from 'tap';
import { readDocuments } from '../../src/aspects/document-store.js';
import { EmbeddedClient } from '../../src/db/embedded/client.js';
import { Engine } from '../../src/db/embedded/engine.js';
import { embeddedTarget } from '../../src/db/embedded/migration.js';
import { migrationsFolder } from '../../src/db/migrations/folder.js';
import type { MigrationTarget } from '../../src/db/migrations/target.js';
import { postgresqlTarget } from '../../src/db/postgresql/migration.js';
import { storedAspects } from '../../src/stored-aspects.js';
import { scratchDatabaseUrl } from './database.js';

/** An empty database, and a function that runs SQL on it. */
export interface Scratch {
  readonly target: MigrationTarget;
  run(sql: string): Promise<unknown>;
}

export const server = process.env.TEST_DATABASE_URL ?? '';

/** Functions that open each kind of database under test. */
export const databases: Record<string, (t: Test) => Promise<Scratch>> = {
  PGlite: openPglite,
  ...(server && { PostgreSQL: async (t: Test) => onServer(t, await scratchDatabaseUrl(t, server, null)) }),
};

/** One engine for all tests, emptied for each, because starting it is slow. */
let engine: Promise<Engine> | undefined;

async function openPglite(): Promise<Scratch> {
  engine ??= Engine.open(undefined);
  const client = new EmbeddedClient(await engine);
  await client.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return { target: embeddedTarget(client), run: (sql) => client.exec(sql) };
}
// Not with `teardown`, which the suite runs after each file.
root.after(async () => (await engine)?.close());

export function onServer(t: Test, url: string): Scratch {
  const pool = new pg.Pool({ connectionString: url });
  // A test that ends the server also ends idle connections.
  pool.on('error', () => {});
  t.teardown(() => pool.end());
  return { target: postgresqlTarget(url), run: (sql) => pool.query(sql) };
}

/** Copies the real migrations, adds one, and returns the folder. */
export async function folderWith(dir: string, name: string, sql: string): Promise<string> {
  const folder = join(dir, 'migrations');
  await cp(migrationsFolder, folder, { recursive: true });
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'migration.sql'), sql);
  return folder;
}

/** Copies the real migrations before one, and returns the folder. */
export async function folderBefore(dir: string, name: string): Promise<string> {
  const folder = join(dir, 'migrations');
  for (const entry of await readdir(migrationsFolder))
    if (entry < name || entry === 'migration_lock.toml')
      await cp(join(migrationsFolder, entry), join(folder, entry), { recursive: true });
  return folder;
}

/** Returns the aspects of entities as their JSON texts. */
export const documentsIn = ({ query }: MigrationTarget, urns: readonly string[]) =>
  readDocuments(
    {
      query: (sql) =>
        query(
          sql
            .replaceAll('$1::text[]', `ARRAY['${urns.join("','")}']`)
            .replaceAll('$2::text[]', 'NULL::text[]')
            .replaceAll('$3::text[]', "'{}'::text[]"),
        ),
      aspects: storedAspects,
    },
    { urns, names: null },
  );

export const exists = async (target: MigrationTarget, table: string) =>
  (await target.query<{ there: boolean }>(`SELECT to_regclass('${table}') IS NOT NULL AS there`))[0]?.there;

/** Returns the same target, but its lock rejects. */
export const withoutLock = (target: MigrationTarget): MigrationTarget => ({
  query: target.query,
  withMigrationLock: () => Promise.reject(new Error('the lock was requested')),
});

/** Returns the ledger without the values that differ each time. */
export const readLedger = (target: MigrationTarget) =>
  target.query(`SELECT migration_name AS name, checksum, finished_at >= started_at AS finished, logs,
    rolled_back_at >= started_at AS rolled_back, applied_steps_count AS steps
    FROM _prisma_migrations ORDER BY started_at, rolled_back_at`);

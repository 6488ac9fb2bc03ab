import { StartupError } from '../startup-error.js';
import type { Migration } from './folder.js';
import type { MigrationTransaction } from './target.js';

/** Prisma's own definition of its ledger: its command line reads and writes the same rows. */
const ledger = `CREATE TABLE _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/** Makes the ledger if there is none. @throws StartupError when the schema has tables of another application */
export async function ensureLedger({ query, execute }: MigrationTransaction): Promise<void> {
  const [found] = await query<{ ledger: boolean; used: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS ledger, EXISTS (
       SELECT FROM pg_class JOIN pg_namespace ON relnamespace = pg_namespace.oid
        WHERE nspname = current_schema() AND relkind IN ('r', 'p')) AS used`,
  );
  if (found?.ledger) return;
  if (found?.used) {
    throw new StartupError(
      'The database contains tables of another program and no ledger of migrations. Use an empty database, ' +
        'or a separate schema with ?schema=.',
    );
  }
  await execute(ledger);
}

/** Runs a migration's script and writes its row of the ledger. @throws the database's error */
export async function applyMigration(
  { query, execute }: MigrationTransaction,
  { name, checksum, script }: Migration,
): Promise<void> {
  await query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at)
     VALUES (gen_random_uuid(), $1, $2, clock_timestamp())`,
    [checksum, name],
  );
  await execute(script);
  const finished = await query(
    `UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1
     WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL RETURNING id`,
    [name],
  );
  if (finished.length !== 1) throw new Error('the script ends the transaction that it runs in');
}

/**
 * Records the outcome of an unfinished migration, like `prisma migrate resolve`.
 *
 * @throws StartupError when the migration is not unfinished
 */
export async function resolveUnfinished(
  { query }: MigrationTransaction,
  { name, checksum }: Pick<Migration, 'name' | 'checksum'>,
  outcome: 'applied' | 'rolled back',
): Promise<void> {
  const found = await query(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
     WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL RETURNING id`,
    [name],
  );
  if (found.length === 0) throw new StartupError(`The database has no unfinished migration ${name}.`);
  if (outcome === 'applied') {
    await query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, started_at, finished_at)
       VALUES (gen_random_uuid(), $1, $2, '', now(), now())`,
      [checksum, name],
    );
  }
}

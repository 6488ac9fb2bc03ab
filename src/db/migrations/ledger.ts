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

/**
 * Makes the ledger if there is none.
 *
 * @throws StartupError when the schema has tables of another application, or the database does not suit a new catalog
 */
export async function ensureLedger({ query, execute }: MigrationTransaction): Promise<void> {
  const [found] = await query<Place>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "hasLedger", EXISTS (
       SELECT FROM pg_class JOIN pg_namespace ON relnamespace = pg_namespace.oid
        WHERE nspname = current_schema() AND relkind IN ('r', 'p') AND relname <> '_prisma_migrations') AS "hasTables",
       quote_ident(current_schema()) AS schema, current_setting('search_path') AS path,
       coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate",
       quote_ident(current_user) AS role, quote_ident(current_database()) AS database,
       pg_encoding_to_char(encoding) AS encoding, current_setting('server_version_num')::int / 10000 AS major
       FROM pg_database WHERE datname = current_database()`,
  );
  const place = found!;
  if (place.hasLedger && (await query('SELECT FROM _prisma_migrations LIMIT 1')).length > 0) return;
  const problem = findProblem(place);
  if (problem !== null) throw new StartupError(problem);
  if (!place.hasLedger) await execute(ledger);
}

/** Where a new catalog would be. Names are quoted for SQL. */
interface Place {
  readonly hasLedger: boolean;
  readonly hasTables: boolean;
  /** Null when no schema of the path exists and may be used. */
  readonly schema: string | null;
  readonly path: string;
  readonly mayCreate: boolean;
  readonly role: string;
  readonly database: string;
  readonly encoding: string;
  readonly major: number;
}

/** The oldest version of PostgreSQL that a catalog can use. */
export const oldestMajor = 14;

/** Returns why a new catalog cannot be created, and the statement that helps; null if it can. */
function findProblem(place: Place): string | null {
  const { schema, path, role, database, encoding, major } = place;
  if (major < oldestMajor) return `PostgreSQL ${major} is too old: use PostgreSQL ${oldestMajor} or newer.`;
  if (encoding !== 'UTF8')
    return (
      `The database ${database} has the encoding ${encoding}, which cannot store every text, and the catalog needs UTF8. ` +
      `Create another database: CREATE DATABASE catalog OWNER ${role} ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0;`
    );
  if (schema === null)
    return (
      `The search_path (${path}) names no schema that exists and that ${role} may use. As the owner of the database, run: ` +
      `CREATE SCHEMA catalog AUTHORIZATION ${role}; and add ?schema=catalog to the URL. For a schema that exists, run: ` +
      `GRANT USAGE, CREATE ON SCHEMA … TO ${role};`
    );
  if (place.hasTables)
    return `The schema ${schema} contains tables of another program and no migrations of a catalog. ${elsewhere}`;
  if (!place.mayCreate)
    return (
      `${role} may not create tables in the schema ${schema}. As the owner of the schema, run: ` +
      `GRANT CREATE ON SCHEMA ${schema} TO ${role}; or create a schema for the catalog: ` +
      `CREATE SCHEMA catalog AUTHORIZATION ${role}; and add ?schema=catalog to the URL.`
    );
  return null;
}

/** What to do about tables of another program. */
export const elsewhere =
  'Use another database (CREATE DATABASE catalog;), or a separate schema: add ?schema=catalog to the URL.';

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

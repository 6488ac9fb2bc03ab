import pg from 'pg';
import { parseDatabaseUrl } from '../../core/database-url.js';
import type { MigrationTarget } from '../migrations/target.js';
import { StartupError } from '../startup-error.js';
import { connectionConfig, parseSchema } from './connection.js';

/** An arbitrary number that no other lock of this service uses. */
const lockKey = 4_230_117_502;

/** A PostgreSQL server. Uses separate connections, because a migration may take longer than a request. */
export function postgresqlTarget(url: string): MigrationTarget {
  const schema = parseSchema(url);
  const name = schema && pg.escapeIdentifier(schema);
  const useSchema = async (client: pg.Client) => {
    if (name) await client.query(`SET LOCAL search_path = ${name}`);
  };
  return {
    query: <Row>(sql: string) =>
      inTransaction(url, async (client) => {
        await useSchema(client);
        return (await client.query(sql)).rows as Row[];
      }),
    withMigrationLock: (work) =>
      inTransaction(url, async (client) => {
        await client.query(withoutTimeouts);
        await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
        if (schema) await ensureSchema(client, schema);
        await useSchema(client);
        return work({
          query: async <Row>(sql: string, params: readonly unknown[] = []) =>
            (await client.query(sql, [...params])).rows as Row[],
          execute: async (script) => void (await client.query(script)),
        });
      }),
  };
}

/** PostgreSQL checks the right before it sees that the schema exists, so it is not asked to create an existing one. */
async function ensureSchema(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ exists: boolean; may: boolean; role: string; database: string }>(
    `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1) AS exists,
            has_database_privilege(current_database(), 'CREATE') AS may,
            quote_ident(current_user) AS role, quote_ident(current_database()) AS database`,
    [schema],
  );
  const { exists, may, role, database } = rows[0]!;
  if (exists) return;
  const name = pg.escapeIdentifier(schema);
  if (may) await client.query(`CREATE SCHEMA ${name}`);
  else
    throw new StartupError(
      `The database has no schema ${name}, and ${role} may not create it. As its owner, run: ` +
        `CREATE SCHEMA ${name} AUTHORIZATION ${role}; or GRANT CREATE ON DATABASE ${database} TO ${role};`,
    );
}

/** @throws the driver's error */
export const canConnect = (url: string) => withClient(url, async () => {});

/** Creates the database that a URL names. Connects to `postgres`, the database that every server has. */
export function createServerDatabase(url: string) {
  const { database = '' } = parseDatabaseUrl(url);
  return withClient(
    url,
    (client) =>
      client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)} ENCODING 'UTF8' TEMPLATE template0`),
    { database: 'postgres' },
  );
}

/** Selected from pg_settings, because not every version of the server has all of them. */
const withoutTimeouts = `SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN
  ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** Sets nothing for the session, which a pooler would give to others. The end of the connection rolls back. */
function inTransaction<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });
}

async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  other: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({
    ...connectionConfig(url),
    ...other,
    connectionTimeoutMillis: 10_000,
    application_name: 'catalog migrate',
  });
  // The query that fails reports a lost connection.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

import pg from 'pg';
import type { MigrationTarget } from '../migrations/target.js';

/** Any number that nothing else here locks. */
const lockKey = 4_230_117_502;

/** A PostgreSQL server, over connections of its own: a migration may take longer than a request may. */
export function postgresqlTarget(url: string): MigrationTarget {
  const schema = new URL(url).searchParams.get('schema');
  const useSchema = async (client: pg.Client) => {
    if (schema) await client.query(`SET LOCAL search_path = ${pg.escapeIdentifier(schema)}`);
  };
  return {
    query: <Row>(sql: string) =>
      inTransaction(url, async (client) => {
        await useSchema(client);
        return (await client.query(sql)).rows as Row[];
      }),
    exclusively: (work) =>
      inTransaction(url, async (client) => {
        await client.query(withoutTimeouts);
        await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
        if (schema) await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`);
        await useSchema(client);
        return work({
          query: async <Row>(sql: string, params: readonly unknown[] = []) =>
            (await client.query(sql, [...params])).rows as Row[],
          execute: async (script) => void (await client.query(script)),
        });
      }),
  };
}

/** @throws the driver's error */
export const canConnect = (url: string) => withClient(url, async () => {});

/** Creates the database that a URL names, from the one that every server has. */
export function createDatabase(url: string) {
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  server.pathname = '/postgres';
  return withClient(server.href, (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`));
}

/** Which of them exist depends on the server's version. */
const withoutTimeouts = `SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN
  ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** Nothing is left to a session, which a pooler would give to others. Ending the connection rolls back. */
function inTransaction<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'catalog migrate',
  });
  // A lost connection is told by the query that it breaks.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

import pg from 'pg';
import type { MigrationTarget } from './migration-target.js';
import { postgresqlAdapter } from './postgresql-migration-adapter.js';

/** Any number that nothing else here locks. */
const lockKey = 4_230_117_502;

/** A PostgreSQL server, over connections of its own: a migration may take longer than a request may. */
export function postgresqlTarget(url: string): MigrationTarget {
  const schema = new URL(url).searchParams.get('schema');
  const config = configOf(url, schema);
  return {
    query: <Row>(sql: string) =>
      withClient(config, async (client) => (await client.query(sql)).rows as Row[]),
    exclusively: (work) => locked(config, () => work(postgresqlAdapter(config, schema))),
  };
}

/** @throws the driver's error */
export const canConnect = (url: string) => withClient(configOf(url), async () => {});

/** Creates the database that a URL names, from the one that every server has. */
export function createDatabase(url: string) {
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  server.pathname = '/postgres';
  return withClient(configOf(server.href), (client) =>
    client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`),
  );
}

function configOf(url: string, schema: string | null = null): pg.PoolConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'catalog migrate',
    ...(schema ? { options: `-c search_path=${pg.escapeIdentifier(schema)}` } : {}),
  };
}

/** The lock lasts as long as a transaction, not a session, so that it holds through a pooler as well. */
function locked<T>(config: pg.ClientConfig, work: () => Promise<T>): Promise<T> {
  return withClient(config, async (client) => {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
    return work();
  });
}

/** Ending the connection ends its transaction and its lock. */
async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  // A lost connection is told by the query that it breaks.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

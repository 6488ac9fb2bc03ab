import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, type SqlResultSet } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { connectToScratch } from './migrate-embedded.js';
import { type MigrationAdapter, type MigrationTarget, runningScripts } from './migration-target.js';

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

function postgresqlAdapter(config: pg.PoolConfig, schema: string | null): MigrationAdapter {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: async () => {
      const pool = new ReadingCatalogs({ ...config, max: 2 });
      const options = { disposeExternalPool: true, ...(schema ? { schema } : {}) };
      const connection = await new PrismaPg(pool, options).connect();
      const queryRaw = connection.queryRaw.bind(connection);
      connection.queryRaw = async (query) => withCharacters(await queryRaw(query));
      const executeRaw = connection.executeRaw.bind(connection);
      // The engine locks for a session, which outlives it behind a pooler; `locked` has done it already.
      connection.executeRaw = async (query) =>
        query.sql.startsWith('SELECT pg_advisory_lock') ? 0 : executeRaw(query);
      return runningScripts(connection, (script) => pool.query(script));
    },
    // In memory: the published driver's would be the real database, when that is named by a URL.
    connectToShadowDb: connectToScratch,
  };
}

/** PostgreSQL's own tables have columns of the type "char", which Prisma's driver doesn't know, unless in arrays. */
const char = { one: 18, array: 1002 };

class ReadingCatalogs extends pg.Pool {
  // biome-ignore lint/suspicious/noExplicitAny: `query` has eight overloads, all of which this passes on
  override async query(...args: any[]): Promise<any> {
    const result = await (super.query as (...args: unknown[]) => Promise<unknown>).apply(this, args);
    for (const { fields } of [result].flat() as pg.QueryResult[]) {
      for (const field of fields) if (field.dataTypeID === char.one) field.dataTypeID = char.array;
    }
    return result;
  }
}

function withCharacters(result: SqlResultSet): SqlResultSet {
  const { CharacterArray, Character } = ColumnTypeEnum;
  const columnTypes = result.columnTypes.map((type) => (type === CharacterArray ? Character : type));
  return { ...result, columnTypes };
}

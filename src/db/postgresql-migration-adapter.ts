import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, type SqlResultSet } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { connectToScratch } from './migrate-embedded.js';
import { type MigrationAdapter, runningScripts } from './migration-target.js';

/** Prisma's driver for PostgreSQL, over a pool of its own and made fit for the migration engine. */
export function postgresqlAdapter(config: pg.PoolConfig, schema: string | null): MigrationAdapter {
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

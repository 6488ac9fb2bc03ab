// Prisma's drivers, made fit for its migration engine.
import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, DriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';

/** A database in memory, for what needs no other, and where the engine replays migrations to see what they add up to. */
export const scratchAdapter = {
  provider: 'postgres',
  adapterName: 'scratch',
  connect: connectToScratch,
  connectToShadowDb: connectToScratch,
};

export const embeddedAdapter = (pglite) => ({
  ...scratchAdapter,
  connect: async () => runningScripts(await new PrismaPGlite(pglite).connect(), (sql) => pglite.exec(sql)),
});

export const postgresqlAdapter = (url) => ({
  ...scratchAdapter,
  connect: async () => {
    const schema = new URL(url).searchParams.get('schema');
    const pool = new ReadingCatalogs({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      max: 2,
      ...(schema && { options: `-c search_path=${pg.escapeIdentifier(schema)}` }),
    });
    const connection = await new PrismaPg(pool, {
      disposeExternalPool: true,
      ...(schema && { schema }),
    }).connect();
    const queryRaw = connection.queryRaw.bind(connection);
    connection.queryRaw = async (query) => withCharacters(await queryRaw(query));
    return runningScripts(connection, (sql) => pool.query(sql));
  },
});

async function connectToScratch() {
  const pglite = await PGlite.create();
  const connection = await embeddedAdapter(pglite).connect();
  connection.dispose = () => pglite.close();
  return connection;
}

/**
 * A driver whose scripts run whole. Of the drivers as published, PGlite's neither awaits a script nor reports its
 * failure, and node-postgres' cuts it at every semicolon, inside a function's body too, and spreads the pieces
 * over its pool's connections.
 */
function runningScripts(connection, run) {
  connection.executeScript = async (script) => {
    try {
      await run(script);
    } catch (error) {
      throw toDriverError(error);
    }
  };
  return connection;
}

function toDriverError({ code = 'N/A', severity = 'ERROR', message, detail, column, hint }) {
  const told = { originalCode: code, originalMessage: message };
  return new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint, ...told });
}

/** PostgreSQL's own tables have columns of the type "char", which Prisma's driver doesn't know, unless in arrays. */
const char = { one: 18, array: 1002 };

class ReadingCatalogs extends pg.Pool {
  async query(...args) {
    const result = await super.query(...args);
    for (const { fields } of [result].flat()) {
      for (const field of fields) if (field.dataTypeID === char.one) field.dataTypeID = char.array;
    }
    return result;
  }
}

function withCharacters(result) {
  const { CharacterArray, Character } = ColumnTypeEnum;
  const columnTypes = result.columnTypes.map((type) => (type === CharacterArray ? Character : type));
  return { ...result, columnTypes };
}

// Prisma's drivers, completed for its migration engine.
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, DriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';

/** A database in memory: for calls that need no other, and for the engine to replay the migrations. */
export const scratchAdapter = {
  provider: 'postgres',
  adapterName: 'scratch',
  connect: connectToScratch,
  connectToShadowDb: connectToScratch,
};

export const embeddedAdapter = (pglite) => ({
  ...scratchAdapter,
  connect: async () =>
    withTransactionalScripts(await new PrismaPGlite(pglite).connect(), (sql) => pglite.exec(sql)),
});

/** @param config of node-postgres */
export const postgresqlAdapter = (config, schema) => ({
  ...scratchAdapter,
  connect: async () => {
    const pool = new CharTypePool({
      ...config,
      max: 2,
      ...(schema && { options: `-c search_path=${pg.escapeIdentifier(schema)}` }),
    });
    const connection = await new PrismaPg(pool, {
      disposeExternalPool: true,
      ...(schema && { schema }),
    }).connect();
    const queryRaw = connection.queryRaw.bind(connection);
    connection.queryRaw = async (query) => withCharColumns(await queryRaw(query));
    return withTransactionalScripts(connection, (sql) => pool.query(sql));
  },
});

async function connectToScratch() {
  const pglite = await PGlite.create({ extensions: { pg_trgm } });
  const connection = await embeddedAdapter(pglite).connect();
  connection.dispose = () => pglite.close();
  return connection;
}

/**
 * Makes a driver run a script as one transaction. The published driver of PGlite neither awaits a script nor reports
 * its failure. That of node-postgres splits it at every semicolon, also inside a function's body, and runs the parts on
 * several connections.
 */
function withTransactionalScripts(connection, run) {
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
  const original = { originalCode: code, originalMessage: message };
  return new DriverAdapterError({
    kind: 'postgres',
    code,
    severity,
    message,
    detail,
    column,
    hint,
    ...original,
  });
}

/** OIDs of "char", a type of PostgreSQL's own tables. Prisma's driver knows only the array. */
const char = { one: 18, array: 1002 };

/** Reports "char" columns as arrays, so that the driver accepts them. */
class CharTypePool extends pg.Pool {
  async query(...args) {
    const result = await super.query(...args);
    for (const { fields } of [result].flat()) {
      for (const field of fields) if (field.dataTypeID === char.one) field.dataTypeID = char.array;
    }
    return result;
  }
}

/** Reports the columns to the engine as single characters again. */
function withCharColumns(result) {
  const { CharacterArray, Character } = ColumnTypeEnum;
  const columnTypes = result.columnTypes.map((type) => (type === CharacterArray ? Character : type));
  return { ...result, columnTypes };
}

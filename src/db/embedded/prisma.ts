import type { PGlite } from '@electric-sql/pglite';
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { DatabaseError } from 'pg-protocol/dist/messages';
import type { EmbeddedClient, Session } from './client.js';

/** Prisma's driver. The published one reports success of a commit even when PostgreSQL rolled back. */
export const prismaAdapter = (client: EmbeddedClient): SqlDriverAdapterFactory => ({
  provider: 'postgres',
  adapterName: 'embedded',
  async connect() {
    const adapter = await connected(client);
    adapter.startTransaction = async () => {
      const tx = await client.begin();
      const { commit, rollback } = tx;
      return Object.assign(await connected(tx), { options: { usePhantomQuery: true }, commit, rollback });
    };
    return adapter;
  },
});

/** The published driver needs of PGlite only what a session has, and its class of errors. */
async function connected(session: Session): Promise<SqlDriverAdapter> {
  // Loaded with the first use of Prisma, because they take longer than all of the catalog's own code for the database.
  const [{ PrismaPGlite }, { messages }] = await Promise.all([
    import('pglite-prisma-adapter'),
    import('@electric-sql/pglite'),
  ]);
  function rethrow(error: unknown): never {
    if (!(error instanceof DatabaseError)) throw error;
    throw Object.assign(new messages.DatabaseError(error.message, error.length, 'error'), error);
  }
  const driven: Session = {
    query: (sql, params, options) => session.query<never>(sql, params, options).catch(rethrow),
    exec: (script) => session.exec(script).catch(rethrow),
  };
  return new PrismaPGlite(driven as unknown as PGlite).connect();
}

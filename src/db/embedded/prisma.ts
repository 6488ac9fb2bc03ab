import type { PGlite } from '@electric-sql/pglite';
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
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

/** The published driver needs of PGlite only what a session has. */
const connected = (session: Session): Promise<SqlDriverAdapter> =>
  new PrismaPGlite(session as unknown as PGlite).connect();

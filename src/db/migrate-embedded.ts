import { PGlite } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { type MigrationAdapter, type MigrationTarget, runningScripts } from './migration-target.js';

/** The embedded database. The folder's lock has kept other processes away already. */
export function embeddedTarget(pglite: PGlite): MigrationTarget {
  return {
    query: async <Row>(sql: string) => (await pglite.query<Row>(sql)).rows,
    exclusively: (work) => work(embeddedAdapter(pglite)),
  };
}

function embeddedAdapter(pglite: PGlite): MigrationAdapter {
  const published = new PrismaPGlite(pglite);
  return {
    provider: published.provider,
    adapterName: published.adapterName,
    connect: async () => runningScripts(await published.connect(), (script) => pglite.exec(script)),
    connectToShadowDb: connectToScratch,
  };
}

/** An empty database in memory, where the engine replays migrations to see what they add up to. */
export async function connectToScratch() {
  const pglite = await PGlite.create();
  const connection = runningScripts(await new PrismaPGlite(pglite).connect(), (script) =>
    pglite.exec(script),
  );
  connection.dispose = () => pglite.close();
  return connection;
}

/** For what needs no database but the engine, such as the difference of two schemas. */
export const scratchAdapter: MigrationAdapter = {
  provider: 'postgres',
  adapterName: 'scratch',
  connect: connectToScratch,
  connectToShadowDb: connectToScratch,
};

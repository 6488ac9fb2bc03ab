import { createBatchLoader } from './batch-loader.js';
import type { Database } from './database.js';
import { databaseHealth } from './health.js';

/** What operators see of the database, its replica, and of what it holds for searches. */
export function measurements<Fill>(db: Database, { fillState }: { readonly fillState: () => Promise<Fill> }) {
  const readDatabase = databaseHealth(db);
  /** Shared by concurrent requests: it takes several statements. */
  const health = createBatchLoader(
    async ([key]: 'health'[]) => {
      const [database, replica, search] = await Promise.all([
        readDatabase(),
        db.replicaLag().catch(() => 'away' as const),
        fillState(),
      ]);
      return new Map([[key!, { database, replica, search }]]);
    },
    { maxInFlight: 1, name: 'health' },
  );
  return { pools: db.pools, health: async () => (await health('health'))! };
}

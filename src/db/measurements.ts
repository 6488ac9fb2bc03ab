import { sharedNext } from '../scheduling/shared.js';
import type { Database } from './database.js';
import { databaseHealth } from './health.js';

/** Measurements of the database, its replica and its search data, for operators. */
export function measurements<Fill>(db: Database, { fillState }: { readonly fillState: () => Promise<Fill> }) {
  const readDatabase = databaseHealth(db);
  /** Shared by concurrent requests: it takes several statements. */
  const health = sharedNext(async () => {
    const [database, replica, search] = await Promise.all([
      readDatabase(),
      db.replicaLag().catch(() => 'away' as const),
      fillState(),
    ]);
    return { database, replica, search };
  });
  return { pools: db.pools, health };
}

import type { MigrationTarget } from '../migrations/target.js';
import type { EmbeddedClient } from './client.js';

/** The embedded database. The folder lock already excludes other processes. */
export function embeddedTarget(client: EmbeddedClient): MigrationTarget {
  return {
    query: async <Row>(sql: string) => (await client.query<Row>(sql)).rows,
    withMigrationLock: (work) =>
      client.transaction((tx) =>
        work({
          query: async <Row>(sql: string, params: readonly unknown[] = []) =>
            (await tx.query<Row>(sql, params)).rows,
          execute: (script) => tx.exec(script),
        }),
      ),
  };
}

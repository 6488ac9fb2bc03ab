import type { MigrationTarget } from '../migrations/target.js';
import type { EmbeddedClient } from './client.js';

/** The embedded database. The folder's lock has kept other processes away already. */
export function embeddedTarget(client: EmbeddedClient): MigrationTarget {
  return {
    query: async <Row>(sql: string) => (await client.query<Row>(sql)).rows,
    exclusively: (work) =>
      client.transaction((tx) =>
        work({
          query: async <Row>(sql: string, params: readonly unknown[] = []) =>
            (await tx.query<Row>(sql, params)).rows,
          execute: (script) => tx.exec(script),
        }),
      ),
  };
}

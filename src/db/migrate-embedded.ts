import type { PGlite } from '@electric-sql/pglite';
import type { MigrationTarget } from './migration-target.js';

/** The embedded database. The folder's lock has kept other processes away already. */
export function embeddedTarget(pglite: PGlite): MigrationTarget {
  return {
    query: async <Row>(sql: string) => (await pglite.query<Row>(sql)).rows,
    exclusively: (work) =>
      pglite.transaction((tx) =>
        work({
          query: async <Row>(sql: string, params: readonly unknown[] = []) =>
            (await tx.query<Row>(sql, [...params])).rows,
          execute: async (script) => void (await tx.exec(script)),
        }),
      ),
  };
}

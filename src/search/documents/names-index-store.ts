import type { Database } from '../../db/database.js';
import type { Query } from '../../db/query.js';

const index = 'search_documents_names_idx';

/** Whether parts of names are found by an index. Without one, all names of the types are read. */
export async function hasNamesIndex(query: Query): Promise<boolean> {
  const rows = await query(`SELECT FROM pg_index WHERE indexrelid = to_regclass('${index}') AND indisvalid`);
  return rows.length > 0;
}

/**
 * Creates the index of names without blocking reads and writes.
 *
 * @param db without a time limit for statements
 * @throws when the extension is not available
 */
export async function createNamesIndex({ query, kind }: Database): Promise<void> {
  const run = <Row>(sql: string) => query<Row>(sql, [], { unprepared: true });
  const concurrently = kind === 'postgresql' ? 'CONCURRENTLY' : '';
  await run('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  // If another program has created it, it may be in a schema outside of the search path.
  const [extension] = await run<{ schema: string }>(
    `SELECT quote_ident(nspname) AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE extname = 'pg_trgm'`,
  );
  // A killed attempt leaves an index that is not valid.
  await run(`DROP INDEX ${concurrently} IF EXISTS ${index}`);
  await run(
    `CREATE INDEX ${concurrently} ${index} ON search_documents USING GIN (names ${extension!.schema}.gin_trgm_ops)`,
  );
}

import { toMap } from '../../core/to-map.js';
import type { Query } from '../../db/query.js';
import { isShown } from '../../history/insert-sql.js';
import { isSecret } from '../../visibility/secrets-sql.js';

const maxRows = 200;
/** Characters that one read should take. */
const aimedLength = 2_000_000;

/**
 * Yields the rows of a table as JSON arrays of texts, a cursor's read at a time. The number of rows of a read depends
 * on the longest row of the previous read, so that memory is bounded unless rows suddenly grow 200-fold.
 *
 * @param condition SQL: of the rows to read
 */
export async function* readRows(
  query: Query,
  table: string,
  columns: readonly string[],
  condition: string,
): AsyncGenerator<readonly string[]> {
  for (const relation of await readRelations(query, table)) {
    const texts = columns.map((column) => `${ident(column)}::text`).join(', ');
    await query(
      `DECLARE exported NO SCROLL CURSOR FOR SELECT json_build_array(${texts})::text AS line FROM ${ident(relation)} WHERE ${condition}`,
    );
    for (let rows = 10; ; ) {
      const read = await query<{ line: string }>(`FETCH ${rows} FROM exported`);
      if (read.length > 0) yield read.map(({ line }) => line);
      if (read.length < rows) break;
      const longest = Math.max(...read.map(({ line }) => line.length));
      rows = Math.max(1, Math.min(maxRows, rows * 4, Math.floor(aimedLength / longest)));
    }
    await query('CLOSE exported');
  }
}

/** Returns a table, or the tables of the months of a partitioned one: one plan over all of them takes too many locks. */
async function readRelations(query: Query, table: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_partition_tree($1::text::regclass) p JOIN pg_class c ON c.oid = p.relid
      WHERE p.isleaf AND c.relkind = 'r' ORDER BY 1`,
    [table],
  );
  const [partitioned] = await query<{ is: boolean }>(
    `SELECT relkind = 'p' AS is FROM pg_class WHERE oid = $1::text::regclass`,
    [table],
  );
  return partitioned!.is ? rows.map(({ name }) => name) : [table];
}

/** SQL, by table: the rows without secrets. Rows that refer to an aspect need it. */
export const withoutSecrets: ReadonlyMap<string, string> = toMap({
  aspects: `NOT ${isSecret('name')}`,
  entity_references: `NOT ${isSecret('aspect')}`,
  change_events: isShown,
});

export async function countSecrets(query: Query): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*) AS count FROM aspects WHERE ${isSecret('name')}`,
  );
  return row!.count;
}

/** Returns the last values of the sequences of a table, by column. Unused ones are left out. */
export async function readSequences(
  query: Query,
  table: string,
  columns: readonly string[],
): Promise<[column: string, last: number][]> {
  const found: [string, number][] = [];
  for (const column of columns) {
    const [row] = await query<{ last: number | null }>(
      `SELECT pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass) AS last
        WHERE pg_get_serial_sequence($1, $2) IS NOT NULL`,
      [ident(table), column],
    );
    if (row?.last != null) found.push([column, row.last]);
  }
  return found;
}

/** Quotes a name for SQL. */
export const ident = (name: string): string => `"${name.replaceAll('"', '""')}"`;

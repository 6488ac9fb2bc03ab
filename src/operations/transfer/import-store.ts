import type { Query } from '../../db/query.js';
import { ident } from './export-store.js';

/** Locks out other transactions until the transaction ends. */
export const lockTables = (query: Query, tables: readonly string[]): Promise<unknown> =>
  query(`LOCK TABLE ${tables.map(ident).join(', ')} IN ACCESS EXCLUSIVE MODE`);

export async function countRows(query: Query, table: string): Promise<number> {
  const [row] = await query<{ count: number }>(`SELECT count(*) AS count FROM ${ident(table)}`);
  return row!.count;
}

/** Returns the tables of the schema, partitioned ones without their partitions, and none of extensions. */
export async function findTables(query: Query): Promise<string[]> {
  const rows = await query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class
      WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relkind IN ('r', 'p') AND NOT relispartition
        AND NOT EXISTS (SELECT FROM pg_depend
                         WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
      ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

export async function hasRows(query: Query, table: string): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(`SELECT EXISTS (SELECT FROM ${ident(table)}) AS found`);
  return row!.found;
}

/** Returns the types of columns, for casts. */
export async function readTypes(query: Query, table: string, columns: readonly string[]): Promise<string[]> {
  const rows = await query<{ name: string; type: string }>(
    `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped`,
    [table],
  );
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  return columns.map((column) => types.get(column)!);
}

/** @param rows arrays of texts, in the order of the columns */
export async function insertRows(
  query: Query,
  table: string,
  columns: readonly string[],
  types: readonly string[],
  rows: readonly unknown[],
): Promise<void> {
  const values = types.map((type, index) => `(line->>${index})::${type}`).join(', ');
  await query(
    `INSERT INTO ${ident(table)} (${columns.map(ident).join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${values} FROM json_array_elements($1::json) AS line`,
    [JSON.stringify(rows)],
  );
}

/** Removes the row that the migrations have inserted. */
export const clearPolicyVersion = (query: Query): Promise<unknown> => query('DELETE FROM policy_version');

export const setSequence = (query: Query, table: string, column: string, last: number): Promise<unknown> =>
  query('SELECT setval(pg_get_serial_sequence($1, $2)::regclass, $3::bigint)', [ident(table), column, last]);

/** Switches the triggers that count tags. They would count every row of an import before the rows that they look up. */
export async function followTags(query: Query, enabled: boolean): Promise<void> {
  for (const table of ['global_tags', 'entity_references'])
    await query(`ALTER TABLE ${table} ${enabled ? 'ENABLE' : 'DISABLE'} TRIGGER USER`);
}

import type { Query } from './query.js';
import { expectedColumns } from './tables.js';

/** The usability of the database. */
export interface DatabaseState {
  /** Why nothing can be written; null when it can. */
  readonly readOnly: 'a standby' | 'read-only' | null;
  /** Missing tables, columns and rows of the migrations. */
  readonly missing: readonly string[];
}

const names = [expectedColumns.map(([table]) => table), expectedColumns.map(([, column]) => column)];

/** Reads the state: one statement for the columns, one for the row that every request reads. */
export async function readState(query: Query): Promise<DatabaseState> {
  const [row] = await query<{ standby: boolean; readOnly: boolean; missing: string[] }>(
    `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS "readOnly",
            ARRAY(SELECT t || '.' || c FROM unnest($1::text[], $2::text[]) AS expected(t, c)
                   WHERE NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass(t) AND attname = c
                                                                AND NOT attisdropped)) AS missing`,
    names,
  );
  const { standby, readOnly, missing } = row!;
  if (!missing.some((name) => name.startsWith('policy_version.'))) {
    const rows = await query('SELECT FROM policy_version');
    if (rows.length === 0) missing.push('the row of policy_version');
  }
  return { readOnly: standby ? 'a standby' : readOnly ? 'read-only' : null, missing };
}

import type { Transaction } from '../db/query.js';
import { lockIndices, monthsPerTransaction } from './month-store.js';
import { existingTables, inGroups, monthTables } from './partition-store.js';
import { indicesOf } from './timeseries-index.js';

export interface DeletedEvents {
  readonly events: number;
  /** False if events are left, because they are in more months than one transaction may lock. */
  readonly isComplete: boolean;
}

/**
 * Deletes the events of entities that the transaction has locked.
 *
 * @param touched the tables of months that the transaction has locked; this function adds more
 */
export async function deleteEvents(
  tx: Transaction,
  urns: readonly string[],
  touched: Set<string> = new Set(),
): Promise<DeletedEvents> {
  const types = new Set(urns.map((urn) => urn.split(':')[2]!));
  const indexNames = [...(await existingTables(tx, [...types].flatMap(indicesOf)))];
  if (indexNames.length === 0) return { events: 0, isComplete: true };
  await lockIndices(tx, indexNames);
  const found = await tablesWith(tx, indexNames, urns);
  const tables = found.filter(
    (table) => touched.has(table) || (touched.size < monthsPerTransaction && touched.add(table)),
  );
  let events = 0;
  for (const group of inGroups(tables)) events += await deleteFrom(tx, group, urns);
  return { events, isComplete: tables.length === found.length };
}

/**
 * Returns the tables with events of entities. A rollback releases the locks of each look-up. Else the transaction would
 * lock every month.
 */
async function tablesWith(tx: Transaction, indexNames: readonly string[], urns: readonly string[]) {
  const run = (sql: string) => tx.query(sql, [], { unprepared: true });
  const found: string[] = [];
  await run('SAVEPOINT looking');
  for (const indexName of indexNames) {
    for (const group of inGroups(await monthTables(tx.query, indexName))) {
      const looks = group.map(
        ({ table }) => `(SELECT '${table}' AS "table" FROM "${table}" WHERE urn = ANY($1::text[]) LIMIT 1)`,
      );
      const rows = await tx.query<{ table: string }>(looks.join(' UNION ALL '), [urns], { unprepared: true });
      found.push(...rows.map(({ table }) => table));
      await run('ROLLBACK TO SAVEPOINT looking');
    }
  }
  await run('RELEASE SAVEPOINT looking');
  return found;
}

async function deleteFrom(tx: Transaction, tables: readonly string[], urns: readonly string[]) {
  const deletions = tables.map(
    (table, n) => `deleted${n} AS (DELETE FROM "${table}" WHERE urn = ANY($1::text[]) RETURNING 1)`,
  );
  const counts = tables.map((_, n) => `(SELECT count(*) FROM deleted${n})`);
  const [row] = await tx.query<{ events: number }>(
    `WITH ${deletions.join(', ')} SELECT ${counts.join(' + ')} AS events`,
    [urns],
    { unprepared: true },
  );
  return row!.events;
}

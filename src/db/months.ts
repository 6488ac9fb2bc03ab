import { type Month, monthNamed, toMonth } from '../core/month.js';
import { isMissingTable } from './errors.js';
import type { Query, Transaction } from './query.js';

/**
 * Returns the table of a month of a table or index. PostgreSQL limits names to 63 bytes, and names a table's array type by
 * an underscore and the table's name: if names differed in the last character only, it would find no free name.
 */
export const toTableName = (name: string, month: Month): string => `${name.slice(0, 55)}_${month.name}`;

/**
 * Months that one statement names at most. Statements name the tables of months, never the partitioned table, because a
 * generic plan of the latter opens and locks every month.
 */
const monthsPerStatement = 24;

/** A month of a partitioned table, and the table of its rows. */
export interface MonthTable {
  readonly table: string;
  readonly month: Month;
}

/** ms since the epoch, both inclusive */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export const allTimes: TimeRange = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** Returns the existing months of a partitioned table that may have rows of a time range, newest first. */
export async function monthTables(
  query: Query,
  parent: string,
  { from, to }: TimeRange = allTimes,
): Promise<MonthTable[]> {
  if (to < 0 || from > to) return [];
  const rows = await query<{ table: string }>(tablesBetween, [
    toTableName(parent, toMonth(from)),
    toTableName(parent, toMonth(to)),
  ]);
  return rows.map(({ table }) => ({ table, month: monthNamed(table.slice(-6)) }));
}

/**
 * Returns which of these tables exist. to_regclass would not do: it caches that a table does not
 * exist, when another process has created it since.
 */
export async function existingTables(
  { query }: Transaction,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await query<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_class c
      WHERE c.relname = ANY($1::text[]::name[]) AND c.relkind IN ('r', 'p')
        AND c.relnamespace = (SELECT p.relnamespace FROM pg_class p WHERE p.oid = 'timeseries_events'::regclass)`,
    [names],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Uses the index on names, so the cost does not grow with the months of other tables. */
const tablesBetween = `
  SELECT c.relname::text AS "table" FROM pg_class c
   WHERE c.relname >= $1::text::name AND c.relname <= $2::text::name AND c.relkind = 'r' AND c.relispartition
     AND c.relnamespace = (SELECT p.relnamespace FROM pg_class p WHERE p.oid = 'timeseries_events'::regclass)
   ORDER BY c.relname DESC`;

/** Groups of as many months as one statement may name. */
export function* inGroups<T>(months: readonly T[]): Generator<T[]> {
  for (let from = 0; from < months.length; from += monthsPerStatement) {
    yield months.slice(from, from + monthsPerStatement);
  }
}

/**
 * Queries the months of a partitioned table in groups, newest first, until `queryGroup` returns false. A month that is
 * dropped during the query counts as empty.
 *
 * @param queryGroup runs one statement that names the tables; called again without tables that were dropped
 */
export async function queryMonths(
  query: Query,
  parent: string,
  range: TimeRange,
  queryGroup: (tables: readonly string[]) => Promise<boolean>,
): Promise<void> {
  for (const group of inGroups(await monthTables(query, parent, range))) {
    const [from, to] = [group.at(-1)!.month.from, group[0]!.month.to - 1];
    let continues: boolean | undefined;
    for (let left = group; continues === undefined && left.length > 0; ) {
      try {
        continues = await queryGroup(left.map(({ table }) => table));
      } catch (error) {
        if (!isMissingTable(error)) throw error;
        left = await monthTables(query, parent, { from, to });
      }
    }
    if (continues === false) return;
  }
}

/**
 * Creates a partition without blocking readers and writers of others, as CREATE TABLE … PARTITION OF would. The names
 * need no escaping: they consist of fixed names and the number of a month.
 */
export async function createPartition(
  tx: Transaction,
  parent: string,
  table: string,
  {
    like,
    bounds,
    prepare,
  }: {
    like: string;
    bounds: string;
    prepare?: ((tx: Transaction, table: string) => Promise<unknown>) | undefined;
  },
) {
  const run = (sql: string) => tx.query(sql, [], { unprepared: true });
  await run(`CREATE TABLE ${table} (LIKE ${parent} INCLUDING ALL) ${like}`);
  await prepare?.(tx, table);
  await run(`ALTER TABLE ${parent} ATTACH PARTITION ${table} FOR VALUES ${bounds}`);
}

/**
 * Creates a month of a table that is partitioned by time, if it does not exist.
 *
 * @param prepare called before the month gets its place, while only this transaction sees the table
 */
export async function createMonthTable(
  tx: Transaction,
  parent: string,
  month: Month,
  prepare?: (tx: Transaction, table: string) => Promise<unknown>,
): Promise<void> {
  const table = toTableName(parent, month);
  // The lock prevents two transactions from creating the same table.
  await tx.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`catalog.months.${parent}`]);
  if ((await existingTables(tx, [table])).size > 0) return;
  await createPartition(tx, parent, table, {
    like: '',
    bounds: `FROM (${month.from}) TO (${month.to})`,
    prepare,
  });
}

/** Drops the oldest month whose rows are all before a time. Of several processes, one does this. @returns whether there was one */
export async function dropOldest(query: Query, parent: string, time: number): Promise<boolean> {
  const [lock] = await query<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtext($1)) AS locked',
    [`catalog.retention.${parent}`],
  );
  if (!lock!.locked) return false;
  const oldest = (await monthTables(query, parent, { from: 0, to: time })).at(-1);
  if (!oldest || oldest.month.to > time) return false;
  await query(`DROP TABLE "${oldest.table}"`);
  return true;
}

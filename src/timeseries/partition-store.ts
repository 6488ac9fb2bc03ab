import { isMissingTable } from '../db/errors.js';
import type { Query, Transaction } from '../db/query.js';
import { type Month, monthOf, monthOfTable, tableOf } from './timeseries-index.js';

/**
 * Months that one statement names at most. Statements name the tables of months, never the index's own: a generic plan
 * of that opens and locks every month there is.
 */
const monthsPerStatement = 24;

/** A month of an index, and the table that holds its events. */
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

/** The months of an index that may hold events of a time range, newest first. */
export async function monthTables(
  query: Query,
  indexName: string,
  { from, to }: TimeRange = allTimes,
): Promise<MonthTable[]> {
  if (to < 0 || from > to) return [];
  const rows = await query<{ table: string }>(tablesBetween, [
    tableOf(indexName, monthOf(from)),
    tableOf(indexName, monthOf(to)),
  ]);
  return rows.map(({ table }) => ({ table, month: monthOfTable(table) }));
}

/**
 * Which tables of these names there are: indices, and months. Not by to_regclass, which remembers that a table was not
 * there when another process has made it since.
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

/** By the index on names, so that what it costs does not grow with the months of other indices. */
const tablesBetween = `
  SELECT c.relname::text AS "table" FROM pg_class c
   WHERE c.relname >= $1::text::name AND c.relname <= $2::text::name AND c.relkind = 'r' AND c.relispartition
     AND c.relnamespace = (SELECT p.relnamespace FROM pg_class p WHERE p.oid = 'timeseries_events'::regclass)
   ORDER BY c.relname DESC`;

/** In runs of as many as one statement may name. */
export function* inGroups<T>(months: readonly T[]): Generator<T[]> {
  for (let from = 0; from < months.length; from += monthsPerStatement) {
    yield months.slice(from, from + monthsPerStatement);
  }
}

/**
 * Asks the months of an index for something, some at a time and the newest first, until all were asked or `ask` returns
 * false. A month that a truncation drops meanwhile counts as empty.
 *
 * @param ask one statement that names the tables; it is repeated without those that have gone
 */
export async function askMonths(
  query: Query,
  indexName: string,
  range: TimeRange,
  ask: (tables: readonly string[]) => Promise<boolean>,
): Promise<void> {
  for (const group of inGroups(await monthTables(query, indexName, range))) {
    const [from, to] = [group.at(-1)!.month.from, group[0]!.month.to - 1];
    let goesOn: boolean | undefined;
    for (let left = group; goesOn === undefined && left.length > 0; ) {
      try {
        goesOn = await ask(left.map(({ table }) => table));
      } catch (error) {
        if (!isMissingTable(error)) throw error;
        left = await monthTables(query, indexName, { from, to });
      }
    }
    if (goesOn === false) return;
  }
}

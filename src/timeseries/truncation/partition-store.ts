import type { Database } from '../../db/database.js';
import { inGroups, monthTables } from '../partition-store.js';
import { underLease } from './lease-store.js';
import type { Lease, TruncatedMonth, TruncationTask } from './task.js';

export type MonthStore = ReturnType<typeof monthStore>;

/** What a truncation does to the months of its index, each in a transaction that the lease's loss forbids. */
export function monthStore({ query, longTransaction }: Database) {
  const held = underLease(longTransaction);

  return {
    /** The months that hold events to delete, or may, oldest first; writes their sum into the task. */
    plan: (lease: Lease, task: TruncationTask, signal: AbortSignal): Promise<TruncatedMonth[]> =>
      held(lease, signal, async (query) => {
        const found = await monthTables(query, task.indexName, { from: 0, to: task.endTimeMillis });
        const months: TruncatedMonth[] = [];
        // Each count lets go of its locks, which would be those of every month.
        await query('SAVEPOINT counting');
        for (const group of inGroups(found.reverse())) {
          const rows = await query<{ table: string; events: number }>(
            group.map(({ table }) => countOf(table)).join(' UNION ALL '),
            [task.endTimeMillis],
          );
          const counts = new Map(rows.map(({ table, events }) => [table, events]));
          for (const { table, month } of group) {
            months.push({ table, whole: month.to <= task.endTimeMillis + 1, events: counts.get(table)! });
          }
          await query('ROLLBACK TO SAVEPOINT counting');
        }
        const events = months.reduce((sum, month) => sum + month.events, 0);
        await query('UPDATE truncation_tasks SET total = deleted + $2 WHERE id = $1', [lease.id, events]);
        return months;
      }),

    drop: (lease: Lease, { table, events }: TruncatedMonth, signal: AbortSignal): Promise<void> =>
      held(lease, signal, async (query) => {
        await query(`DROP TABLE "${table}"`);
        await query(
          'UPDATE truncation_tasks SET deleted = deleted + $2, batches = batches + 1 WHERE id = $1',
          [lease.id, events],
        );
      }),

    /** In pages, of which a table's statements can be bounded to some without an index. */
    async size({ table }: TruncatedMonth): Promise<number> {
      const [row] = await query<{ pages: number }>(
        `SELECT pg_relation_size($1::text::regclass) / current_setting('block_size')::int AS pages`,
        [table],
      );
      return row!.pages;
    },

    /** Deletes what is to go of some pages, as many events as a batch may have. @returns how many */
    deleteBatch: (
      lease: Lease,
      { table }: TruncatedMonth,
      { endTimeMillis, batchSize }: TruncationTask,
      pages: { from: number; to: number },
      signal: AbortSignal,
    ): Promise<number> =>
      held(lease, signal, async (query) => {
        const [row] = await query<{ events: number }>(
          `WITH gone AS (
             DELETE FROM "${table}" WHERE ctid = ANY (ARRAY(
               SELECT ctid FROM "${table}"
                WHERE ctid >= $1::text::tid AND ctid < $2::text::tid AND timestamp_millis <= $3 LIMIT $4))
             RETURNING 1)
           SELECT count(*) AS events FROM gone`,
          [`(${pages.from},0)`, `(${pages.to},0)`, endTimeMillis, batchSize],
        );
        const { events } = row!;
        if (events > 0) await query(batchDone, [lease.id, events]);
        return events;
      }),
  };
}

const batchDone = `UPDATE truncation_tasks SET deleted = deleted + $2, batches = batches + 1, unreleased = true
 WHERE id = $1`;

const countOf = (table: string) =>
  `SELECT '${table}' AS "table", count(*) AS events FROM "${table}" WHERE timestamp_millis <= $1`;

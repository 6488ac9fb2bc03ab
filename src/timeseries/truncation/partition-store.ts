import type { Database } from '../../db/database.js';
import { inGroups, monthTables } from '../../db/months.js';
import { underLease } from './lease-store.js';
import type { Lease, TruncatedPartition, TruncationTask } from './task.js';

export type PartitionStore = ReturnType<typeof partitionStore>;

/** Truncates the partitions of an index. Each transaction fails with LeaseLost if the lease was lost. */
export function partitionStore({ query, longTransaction }: Database) {
  const leased = underLease(longTransaction);

  return {
    /** Counts the events to delete in each partition up to the end time, oldest first, and writes the sum into the task. */
    plan: (lease: Lease, task: TruncationTask, signal: AbortSignal): Promise<TruncatedPartition[]> =>
      leased(lease, signal, async (query) => {
        const found = await monthTables(query, task.indexName, { from: 0, to: task.endTimeMillis });
        const partitions: TruncatedPartition[] = [];
        // A rollback releases the locks of each count. Else the transaction would lock every month.
        await query('SAVEPOINT counting');
        for (const group of inGroups(found.reverse())) {
          const rows = await query<{ table: string; events: number }>(
            group.map(({ table }) => countSql(table)).join(' UNION ALL '),
            [task.endTimeMillis],
          );
          const counts = new Map(rows.map(({ table, events }) => [table, events]));
          for (const { table, month } of group) {
            partitions.push({
              table,
              droppable: month.to <= task.endTimeMillis + 1,
              events: counts.get(table)!,
            });
          }
          await query('ROLLBACK TO SAVEPOINT counting');
        }
        const events = partitions.reduce((sum, partition) => sum + partition.events, 0);
        await query('UPDATE truncation_tasks SET total = deleted + $2 WHERE id = $1', [lease.id, events]);
        return partitions;
      }),

    drop: (lease: Lease, { table, events }: TruncatedPartition, signal: AbortSignal): Promise<void> =>
      leased(lease, signal, async (query) => {
        await query(`DROP TABLE "${table}"`);
        await query(
          'UPDATE truncation_tasks SET deleted = deleted + $2, batches = batches + 1 WHERE id = $1',
          [lease.id, events],
        );
      }),

    /** The size of the table in pages. Ranges of ctid bound a statement to some pages without an index. */
    async pages({ table }: TruncatedPartition): Promise<number> {
      const [row] = await query<{ pages: number }>(
        `SELECT pg_relation_size($1::text::regclass) / current_setting('block_size')::int AS pages`,
        [table],
      );
      return row!.pages;
    },

    /** Deletes up to `batchSize` events from a range of pages. @returns their number */
    deleteBatch: (
      lease: Lease,
      { table }: TruncatedPartition,
      { endTimeMillis, batchSize }: TruncationTask,
      pages: { from: number; to: number },
      signal: AbortSignal,
    ): Promise<number> =>
      leased(lease, signal, async (query) => {
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

const countSql = (table: string) =>
  `SELECT '${table}' AS "table", count(*) AS events FROM "${table}" WHERE timestamp_millis <= $1`;

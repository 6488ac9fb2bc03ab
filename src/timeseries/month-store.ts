import type { Database } from '../db/database.js';
import type { Lease, TruncatedMonth, TruncationTask } from '../domain/truncation-task.js';
import { underLease } from './lease-store.js';

export type MonthStore = ReturnType<typeof monthStore>;

/** What a truncation does to the months of its index, each in a transaction that the lease's loss forbids. */
export function monthStore({ query, maintain }: Database) {
  const held = underLease(maintain);

  return {
    /** The months that hold events to delete, or may, oldest first; writes their sum into the task. */
    plan: (lease: Lease, task: TruncationTask, signal: AbortSignal): Promise<TruncatedMonth[]> =>
      held(lease, signal, async (query) => {
        const found = await query<{ table: string; whole: boolean }>(monthsUpTo, [
          task.indexName,
          task.endTimeMillis,
        ]);
        const months: TruncatedMonth[] = [];
        for (const month of found) {
          const [row] = await query<{ events: number }>(
            `SELECT count(*) AS events FROM "${month.table}" WHERE timestamp_millis <= $1`,
            [task.endTimeMillis],
          );
          months.push({ ...month, events: row!.events });
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

/** The bounds are as PostgreSQL writes them: FOR VALUES FROM ('…') TO ('…'). An index that isn't there has none. */
const monthsUpTo = `
  SELECT c.relname::text AS "table", bounds[2]::bigint <= $2::bigint + 1 AS whole
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid,
         regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''(-?\\d+)''\\) TO \\(''(-?\\d+)''\\)') AS bounds
   WHERE i.inhparent = to_regclass($1::text) AND bounds[1]::bigint <= $2
   ORDER BY bounds[1]::bigint`;

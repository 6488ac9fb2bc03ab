import type { Database } from '../../db/database.js';
import { inGroups, monthTables } from '../../db/months.js';
import type { LongTransaction, Query } from '../../db/query.js';
import { type Lease, LeaseLost, type TruncatedPartition, type TruncationTask } from './task.js';

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

export type CompactionStore = ReturnType<typeof compactionStore>;

/** Frees the space of deleted events in the table of their partition. */
export function compactionStore({ query, longTransaction }: Database) {
  const leased = underLease(longTransaction);

  return {
    async currentTransactionId(): Promise<string> {
      const [row] = await query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
      return row!.xid;
    },

    /**
     * Whether a transaction is open that is older than this one. CLUSTER keeps rows that older snapshots can still see.
     * Any writer on the server counts, because snapshots reach back to the oldest of them.
     */
    async hasOlderSnapshots(transactionId: string): Promise<boolean> {
      const [row] = await query<{ found: boolean }>(
        `SELECT pg_snapshot_xmin(pg_current_snapshot()) <= $1::text::xid8
             OR EXISTS (SELECT FROM pg_stat_activity
                         WHERE datname = current_database() AND pid <> pg_backend_pid()
                           AND backend_type = 'client backend' AND age(backend_xmin) > age($1::text::xid8::xid))
             AS found`,
        [transactionId],
      );
      return row!.found;
    },

    /**
     * Rewrites the table without its deleted rows. Readers and writers of the month are blocked during this time.
     * Unlike VACUUM FULL, CLUSTER runs in a transaction, whose timeouts end with it, even behind a connection pooler.
     */
    compact: (lease: Lease, { table }: TruncatedPartition, signal: AbortSignal): Promise<void> =>
      leased(lease, signal, async (query) => {
        const [key] = await query<{ name: string }>(
          'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = $1::text::regclass AND indisprimary',
          [table],
        );
        await query(`CLUSTER "${table}" USING ${key!.name}`);
        await query('UPDATE truncation_tasks SET unreleased = false WHERE id = $1', [lease.id]);
      }),
  };
}

/**
 * Runs work on a task in a transaction that renews the lease first. The transaction locks the task's row, so no other
 * process takes over the task, even if the work takes longer than the lease.
 *
 * @throws LeaseLost
 */
const underLease =
  (longTransaction: LongTransaction) =>
  <T>({ id, workerId, until }: Lease, signal: AbortSignal, work: (query: Query) => Promise<T>): Promise<T> =>
    longTransaction(async (query) => {
      const rows = await query(
        `UPDATE truncation_tasks SET lease_until = $3 WHERE id = $1 AND runner = $2 AND state = 'RUNNING' RETURNING id`,
        [id, workerId, until],
      );
      if (rows.length === 0) throw new LeaseLost(`truncation ${id}: another process has taken it over`);
      return work(query);
    }, signal);

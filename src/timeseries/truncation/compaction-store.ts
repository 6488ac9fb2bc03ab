import type { Database } from '../../db/database.js';
import { underLease } from './lease-store.js';
import type { Lease, TruncatedPartition } from './task.js';

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

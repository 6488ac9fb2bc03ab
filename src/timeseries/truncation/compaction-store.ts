import type { Database } from '../../db/database.js';
import { underLease } from './lease-store.js';
import type { Lease, TruncatedMonth } from './task.js';

export type SpaceStore = ReturnType<typeof spaceStore>;

/** The space that deleted events leave behind in the table of their month. */
export function spaceStore({ query, longTransaction }: Database) {
  const held = underLease(longTransaction);

  return {
    /** A moment in the order of transactions. */
    async now(): Promise<string> {
      const [row] = await query<{ xid: string }>('SELECT pg_current_xact_id()::text AS xid');
      return row!.xid;
    },

    /**
     * Whether a transaction that is older than this moment lives: `release` would copy the deleted events that it
     * may see. A writer anywhere on the server counts, as snapshots reach back to the oldest of them.
     */
    async hasOnlookers(moment: string): Promise<boolean> {
      const [row] = await query<{ found: boolean }>(
        `SELECT pg_snapshot_xmin(pg_current_snapshot()) <= $1::text::xid8
             OR EXISTS (SELECT FROM pg_stat_activity
                         WHERE datname = current_database() AND pid <> pg_backend_pid()
                           AND backend_type = 'client backend' AND age(backend_xmin) > age($1::text::xid8::xid))
             AS found`,
        [moment],
      );
      return row!.found;
    },

    /**
     * Gives the space of deleted events back. CLUSTER rewrites what stays, as VACUUM FULL would, but inside a
     * transaction, whose limits go with it, behind a pooler too. Meanwhile nobody reads or writes the month.
     */
    release: (lease: Lease, { table }: TruncatedMonth, signal: AbortSignal): Promise<void> =>
      held(lease, signal, async (query) => {
        const [key] = await query<{ name: string }>(
          'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = $1::text::regclass AND indisprimary',
          [table],
        );
        await query(`CLUSTER "${table}" USING ${key!.name}`);
        await query('UPDATE truncation_tasks SET unreleased = false WHERE id = $1', [lease.id]);
      }),
  };
}

import { toMonth } from '../core/month.js';
import type { Database } from '../db/database.js';
import { dropOldest } from '../db/months.js';
import { transaction } from '../db/transaction.js';
import { auditTable, createMonth } from './month-store.js';

export type RetentionStore = ReturnType<typeof retentionStore>;

export function retentionStore(db: Database) {
  return {
    /** Creates the month of a time in ms since the epoch, and the next one. */
    createMonths: (time: number): Promise<void> =>
      transaction(db, async (tx) => {
        await createMonth(tx, time);
        await createMonth(tx, toMonth(time).to);
      }),

    /**
     * Drops the oldest month all of whose events are before a time.
     *
     * @param time ms since the epoch
     * @returns whether there was such a month
     */
    dropMonth: (time: number, signal: AbortSignal): Promise<boolean> =>
      db.longTransaction((query) => dropOldest(query, auditTable, time), signal),
  };
}

import { toMonth } from '../core/month.js';
import type { Database } from '../db/database.js';
import { createMonthTable, dropOldest } from '../db/months.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';

/** The partitioned table of audit events. */
export const auditTable = 'audit_events';

/** Creates the month of a time in ms since the epoch, if it does not exist. Who reads or writes other months does not wait. */
export const createMonth = (tx: Transaction, time: number): Promise<void> =>
  createMonthTable(tx, auditTable, toMonth(time), refuseChanges);

const refuseChanges = (tx: Transaction, table: string) =>
  tx.query(
    `CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit()`,
    [],
    { unprepared: true },
  );

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

import { toMonth } from '../core/month.js';
import { createMonthTable } from '../db/months.js';
import type { Transaction } from '../db/query.js';

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

import { type Month, toMonth } from '../core/month.js';
import { createPartition, existingTables, toTableName } from '../db/months.js';
import type { Transaction } from '../db/query.js';

/** The partitioned table of audit events. */
export const auditTable = 'audit_events';

/** Creates the month of a time in ms since the epoch, if it does not exist. Who reads or writes other months does not wait. */
export async function createMonth(tx: Transaction, time: number): Promise<void> {
  const month = toMonth(time);
  // The lock prevents two transactions from creating the same table.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalog.audit.months'))`);
  if ((await existingTables(tx, [toTableName(auditTable, month)])).size === 0) await create(tx, month);
}

async function create(tx: Transaction, month: Month) {
  const table = toTableName(auditTable, month);
  await createPartition(tx, auditTable, table, { like: '', bounds: `FROM (${month.from}) TO (${month.to})` });
  await tx.query(
    `CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
       FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit()`,
    [],
    { unprepared: true },
  );
}

import { toMonth } from '../core/month.js';
import type { Database } from '../db/database.js';
import { databaseTime } from '../db/database-clock.js';
import { createMonthTable, dropOldest } from '../db/months.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { changeTable } from './insert-sql.js';
import { lockNumbering } from './log-store.js';

/** The changes whose month has no table yet. */
const others = `${changeTable}_other`;

/** Creates the month of a time in ms since the epoch, if it does not exist, with the changes that came before it. */
export const createMonth = (tx: Transaction, time: number): Promise<void> => {
  const month = toMonth(time);
  return createMonthTable(tx, changeTable, month, async (_, table) => {
    // A row that moves while it gets its number would get one that is too high.
    await lockNumbering(tx);
    const [state] = await tx.query<{ hasBegun: boolean }>(`SELECT ${databaseTime} >= $1 AS "hasBegun"`, [
      month.from,
    ]);
    // Writers of a month that has begun would add rows behind the ones that move.
    if (state!.hasBegun) await tx.query(`LOCK TABLE ONLY ${changeTable} IN SHARE ROW EXCLUSIVE MODE`);
    await tx.query(
      `WITH moved AS (DELETE FROM ${others} WHERE time >= ${month.from} AND time < ${month.to} RETURNING *)
       INSERT INTO ${table} SELECT * FROM moved`,
      [],
      { unprepared: true },
    );
  });
};

/** Creates the month of a time in ms since the epoch, and the next one. */
export const createMonths = (db: Database, time: number): Promise<void> =>
  transaction(db, async (tx) => {
    await createMonth(tx, time);
    await createMonth(tx, toMonth(time).to);
  });

/** Drops the oldest month all of whose changes are before a time. @returns whether there was such a month */
export const dropMonth = (db: Database, time: number, signal: AbortSignal): Promise<boolean> =>
  db.longTransaction((query) => dropOldest(query, changeTable, time), signal);

import { setTimeout as sleep } from 'node:timers/promises';
import { type Deadline, DeadlinePassed } from '../core/deadline.js';
import type { Database } from '../db/database.js';
import { toCatalogError } from '../db/errors.js';
import type { Query, Transaction } from '../db/query.js';
import { retried } from '../db/transaction.js';
import { changeTable } from './insert-sql.js';
import { changeColumns, type RecordedChange } from './list-store.js';

/** A change with its position in the log. Later numbers are committed later: nothing appears before them any more. */
export interface NumberedChange extends RecordedChange {
  readonly seq: number;
}

export interface LogPosition {
  /** Another epoch: the numbers are those of another log, such as a restored one. */
  readonly epoch: string;
  /** The number of the last change; 0: none has a number. */
  readonly lastSeq: number;
  /** The lowest number that is still stored; null: none is. */
  readonly oldestSeq: number | null;
}

/** Changes that one transaction numbers. */
export const maxNumbered = 5_000;
/** The pause after which work that another process is doing is looked at again. */
const retryMs = 25;

export type ChangeLogStore = ReturnType<typeof changeLogStore>;

/**
 * The changes in the order in which they can be read without missing one.
 *
 * Ids are taken before their transaction commits, so a change can appear after one with a higher id. Therefore a change
 * gets its number after its commit, when somebody reads: writers never wait, and what is never read has no number. The
 * writers of an entity wait for each other, and take ids after that, so the changes of an entity are in order.
 */
export function changeLogStore(db: Database) {
  /**
   * Numbers the changes that are committed, at most `maxNumbered`, in a short transaction. Of several processes, one
   * does this at a time.
   *
   * @returns how many; null: another process is numbering
   */
  const number = (deadline?: Deadline): Promise<number | null> =>
    retried(
      () =>
        db.inTransaction(async (tx) => {
          const [lock] = await tx.query<{ locked: boolean }>(
            `SELECT pg_try_advisory_xact_lock(${numbering}) AS locked`,
          );
          if (!lock!.locked) return null;
          // A statement of its own: it sees what the last holder of the lock has numbered.
          const [row] = await tx.query<{ count: number }>(numberSql, [], {
            unprepared: true,
            customPlan: true,
          });
          return row!.count;
        }, deadline),
      deadline,
    );

  return {
    number,

    /**
     * Numbers all changes that are committed before the call, in as many transactions as that takes. What is done when
     * the deadline passes stays done, so a later call has less to do.
     *
     * @throws SERVICE_UNAVAILABLE when the deadline passes before
     */
    async numberAll(deadline?: Deadline): Promise<void> {
      for (;;) {
        const count = await number(deadline);
        if (count !== null && count < maxNumbered) return;
        if (deadline?.passed) throw toCatalogError(new DeadlinePassed({ wasWaiting: true }));
        if (count === null) await sleep(retryMs);
      }
    },

    /** Whether there are changes to read after a number, or changes to number. */
    async hasMore(afterSeq: number): Promise<boolean> {
      const [row] = await db.query<{ found: boolean }>(
        `SELECT (SELECT last_seq FROM change_log) > $1::bigint
                OR ${unnumberedSql} AS found`,
        [afterSeq],
      );
      return row!.found;
    },

    /** Returns numbered changes after a number, in order: at most `limit`, and at most about `maxBytes`, but one at least. */
    read: (
      afterSeq: number,
      limit: number,
      maxBytes: number,
      deadline?: Deadline,
    ): Promise<NumberedChange[]> =>
      db.query<NumberedChange>(
        `SELECT seq, ${changeColumns}, detail::text AS detail FROM (
           SELECT c.*, sum(length(c::text)) OVER (ORDER BY seq) AS bytes, row_number() OVER (ORDER BY seq) AS position FROM (
             SELECT * FROM ${changeTable} WHERE seq > $1::bigint ORDER BY seq LIMIT ${limit}
           ) c
         ) c WHERE bytes <= ${maxBytes} OR position = 1 ORDER BY seq`,
        [afterSeq],
        { deadline, unprepared: true, customPlan: true },
      ),

    async position(deadline?: Deadline): Promise<LogPosition> {
      const [row] = await db.query<LogPosition>(positionSql, [], { deadline });
      return row!;
    },

    /** Counts the changes without a number, at most `maxNumbered`. */
    async countUnnumbered(): Promise<number> {
      const [row] = await db.query<{ count: number }>(
        `SELECT count(*) AS count FROM (
           SELECT FROM ${changeTable} WHERE seq IS NULL ORDER BY id LIMIT ${maxNumbered}) c`,
        [],
        { unprepared: true },
      );
      return row!.count;
    },

    /** Returns the lowest number of the changes from a time on, in ms since the epoch; null: there is none. */
    async firstSince(time: number, deadline?: Deadline): Promise<number | null> {
      const [row] = await db.query<{ seq: number | null }>(
        `SELECT min(seq) AS seq FROM ${changeTable} WHERE time >= $1::bigint`,
        [time],
        { deadline, unprepared: true, customPlan: true },
      );
      return row!.seq;
    },
  };
}

/** SQL: the key of the lock of whoever numbers changes, or moves rows that may have no number. */
const numbering = `hashtext('catalog.changes.number')`;

/** SQL: whether there are changes to number. */
export const unnumberedSql = `(SELECT id FROM ${changeTable} WHERE seq IS NULL ORDER BY id LIMIT 1) IS NOT NULL`;

/** Locks out whoever numbers changes until the transaction ends. */
export const lockNumbering = (tx: Transaction): Promise<unknown> =>
  tx.query(`SELECT pg_advisory_xact_lock(${numbering})`);

const numberSql = `
  WITH batch AS MATERIALIZED (
    SELECT time, id FROM ${changeTable} WHERE seq IS NULL ORDER BY id LIMIT ${maxNumbered}
  ), numbered AS (
    UPDATE ${changeTable} c SET seq = l.last_seq + b.position
      FROM (SELECT time, id, row_number() OVER (ORDER BY id) AS position FROM batch) b, change_log l
     WHERE (c.time, c.id) = (b.time, b.id) RETURNING c.seq
  ), advanced AS (
    UPDATE change_log SET last_seq = last.seq FROM (SELECT max(seq) AS seq FROM numbered) last WHERE last.seq IS NOT NULL
  )
  SELECT count(*) AS count FROM numbered`;

/**
 * The epoch is the stored one together with the identity of the database, so a dump that is restored elsewhere has
 * another one.
 */
const positionSql = `
  SELECT md5(concat_ws(' ', l.epoch, (SELECT system_identifier FROM pg_control_system()),
                       (SELECT oid FROM pg_database WHERE datname = current_database()))) AS epoch,
         l.last_seq AS "lastSeq", (SELECT min(seq) FROM ${changeTable}) AS "oldestSeq"
    FROM change_log l`;

/** Begins a new epoch: the database was restored, and what clients have read may be ahead of it. */
export const renewEpoch = (query: Query): Promise<unknown> =>
  query(
    `UPDATE change_log SET epoch = gen_random_uuid(), last_seq = coalesce((SELECT max(seq) FROM ${changeTable}), 0)`,
  );

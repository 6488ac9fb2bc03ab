import type { Requester } from '../core/actor.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { changesWithFollowed, lastDeletions } from './followed-sql.js';
import { changeTable } from './insert-sql.js';
import { type CompleteChange, foundColumns } from './list-store.js';

/** The changes of a set that are not undone. */
export interface SetSize {
  /** At most the number that was asked for. */
  readonly count: number;
  /** The time of the first of them; null: there are none. */
  readonly oldest: number | null;
}

/** A change after which something has changed the same thing, or the deletion of an entity. */
export interface ChangeKey {
  readonly time: number;
  readonly id: number;
}

/** Where a page begins: below this change. */
interface Position {
  readonly time: number;
  readonly id: number;
}

export const top: Position = { time: Number.MAX_SAFE_INTEGER, id: 0 };

export type ChangeSetStore = ReturnType<typeof changeSetStore>;

/** Reads the changes of one call, and marks those that are taken back. @param from ms since the epoch */
export const changeSetStore = (db: Database) => ({
  /** Runs reads outside of a transaction, in the share of a caller. */
  reads: <T>(requester: Requester, read: (tx: Transaction) => Promise<T>): Promise<T> =>
    db.limited(requester, () => read(db)),

  /** Counts the changes of a set that are not undone, at most `max`. */
  async measure(set: string, from: number, max: number, requester: Requester): Promise<SetSize> {
    const [row] = await db.limited(requester, () =>
      db.query<SetSize>(
        `SELECT count(*) AS count, min(time) AS oldest FROM (
           SELECT time FROM ${changeTable} WHERE ${isOpen} ORDER BY time DESC LIMIT ${max}) c`,
        [set, from],
        { deadline: requester.deadline, unprepared: true, customPlan: true },
      ),
    );
    return row!;
  },

  /** Returns the changes of a set that are not undone, the newest first. */
  page: (
    set: string,
    from: number,
    { time, id }: Position,
    limit: number,
    requester: Requester,
  ): Promise<CompleteChange[]> =>
    db.limited(requester, () =>
      db.query<CompleteChange>(
        `SELECT ${foundColumns}, detail::text AS detail FROM ${changeTable}
          WHERE ${isOpen} AND (time, id) < ($3::bigint, $4::bigint)
          ORDER BY time DESC, id DESC LIMIT ${limit}`,
        [set, from, time, id],
        { deadline: requester.deadline, unprepared: true, customPlan: true },
      ),
    ),

  /**
   * Returns the changes of a set after which another call has changed the same thing, or the entity was deleted. The
   * changes of these entities since the first one of the set are read once.
   *
   * @param ownSets the changes of these calls do not count
   */
  findFollowed: (
    set: string,
    from: number,
    urns: readonly string[],
    ownSets: readonly string[],
    requester: Requester,
  ): Promise<ChangeKey[]> =>
    db.limited(requester, () =>
      db.query<ChangeKey>(followedSql, [set, from, urns, ownSets], {
        deadline: requester.deadline,
        unprepared: true,
        customPlan: true,
      }),
    ),

  /** Returns the last deletions of entities and tags since a time. */
  findDeletions: (
    urns: readonly string[],
    from: number,
    requester: Requester,
  ): Promise<(ChangeKey & { readonly urn: string })[]> =>
    db.limited(requester, () =>
      db.query(lastDeletions('$1', '$2'), [urns, from], {
        deadline: requester.deadline,
        unprepared: true,
        customPlan: true,
      }),
    ),

  /** Returns the calls that have taken changes of a set back. */
  async findUndone(set: string, from: number, requester: Requester): Promise<string[]> {
    const rows = await db.limited(requester, () =>
      db.query<{ undoneBy: string }>(
        `SELECT DISTINCT undone_by AS "undoneBy" FROM ${changeTable}
          WHERE change_set = $1::uuid AND time >= $2::bigint AND undone_by IS NOT NULL`,
        [set, from],
        { deadline: requester.deadline, unprepared: true, customPlan: true },
      ),
    );
    return rows.map(({ undoneBy }) => undoneBy);
  },

  /** Marks changes in the transaction that takes them back. @param by the id of the call */
  async mark(tx: Transaction, changes: readonly CompleteChange[], by: string): Promise<void> {
    await tx.query(
      `UPDATE ${changeTable} SET undone_by = $3::uuid
        WHERE (time, id) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))`,
      [...columns(changes, 'time', 'id'), by],
      { unprepared: true, customPlan: true },
    );
  },
});

/** SQL: the changes of a set that are not undone. */
const isOpen = 'change_set = $1::uuid AND time >= $2::bigint AND undone_by IS NULL';

const followedSql = `
  SELECT time, id FROM (${changesWithFollowed('$3', '$2', '$4')}) c WHERE ${isOpen} AND is_followed`;

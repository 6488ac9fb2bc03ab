import type { Requester } from '../core/actor.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { changeTable } from './insert-sql.js';
import { type CompleteChange, foundColumns } from './list-store.js';

/** A change of a set that is not undone yet. */
export interface SetChange extends CompleteChange {
  /** Whether the set has no later change of the same thing that is not undone either. */
  readonly isNewest: boolean;
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

  /** Returns the changes of a set that are not undone, the newest first. */
  page: (
    set: string,
    from: number,
    { time, id }: Position,
    limit: number,
    requester: Requester,
  ): Promise<SetChange[]> =>
    db.limited(requester, () =>
      db.query<SetChange>(
        `SELECT ${foundColumns}, detail::text AS detail,
                NOT EXISTS (SELECT FROM ${changeTable} n
                             WHERE n.change_set = $1::uuid AND n.time >= $2::bigint AND n.undone_by IS NULL
                               AND (n.entity_urn, n.category, n.field_path) = (c.entity_urn, c.category, c.field_path)
                               AND n.modifier IS NOT DISTINCT FROM c.modifier AND n.aspect IS NOT DISTINCT FROM c.aspect
                               AND (n.time, n.id) > (c.time, c.id)) AS "isNewest"
           FROM ${changeTable} c
          WHERE change_set = $1::uuid AND time >= $2::bigint AND undone_by IS NULL
            AND (time, id) < ($3::bigint, $4::bigint)
          ORDER BY time DESC, id DESC LIMIT ${limit}`,
        [set, from, time, id],
        { deadline: requester.deadline, unprepared: true, customPlan: true },
      ),
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

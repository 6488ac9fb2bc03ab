import { recordAudit } from '../../audit/store.js';
import type { ReadActor, Requester } from '../../core/actor.js';
import { mayTruncate } from '../../core/authorization.js';
import type { Database, Prisma } from '../../db/database.js';
import { groupsSql } from '../../db/groups-sql.js';
import { allTimes, queryMonths } from '../../db/months.js';
import type { Transaction } from '../../db/query.js';
import { transaction } from '../../db/transaction.js';
import type { EventCounts } from './plan.js';
import type { Lease, NewTruncation, TruncationEnd, TruncationTask } from './task.js';

/** SQL: when the lease of a running task ends. */
export const tasksWait = `SELECT min(lease_until) FROM truncation_tasks WHERE state = 'RUNNING'`;

export type TruncationStore = ReturnType<typeof truncationStore>;

export function truncationStore(db: Database) {
  const { query, limited } = db;
  const running = { state: 'RUNNING' } as const;
  const leasedBy = ({ id, workerId }: Lease) => ({ id, runner: workerId, ...running });

  return {
    /** Returns zeros for an index without a table, which has had no event yet. */
    async count(indexName: string, endTimeMillis: number, requester?: Requester): Promise<EventCounts> {
      const counts = { toDelete: 0, total: 0 };
      const deadline = requester?.deadline;
      const countIn = async (tables: readonly string[]) => {
        const months = tables.map((table) => `SELECT timestamp_millis FROM "${table}"`).join(' UNION ALL ');
        const [some] = await query<EventCounts>(
          `SELECT count(*) FILTER (WHERE timestamp_millis <= $1) AS "toDelete", count(*) AS total FROM (${months}) e`,
          [endTimeMillis],
          { deadline, unprepared: true },
        );
        counts.toDelete += some!.toDelete;
        counts.total += some!.total;
        return true;
      };
      await limited(requester, () => queryMonths(query, indexName, allTimes, countIn));
      return counts;
    },

    /** Returns the id of the new task, or of the running task of this index. */
    async begin(task: NewTruncation, requester: Requester): Promise<bigint> {
      const { indexName, endTimeMillis, batchSize, createdAt, createdBy, deadline } = task;
      const work = async (tx: Transaction) => {
        const [added] = await tx.query<{ id: number }>(
          `INSERT INTO truncation_tasks (index_name, end_time_millis, batch_size, created_at, created_by, deadline)
           VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id`,
          [indexName, endTimeMillis, batchSize, createdAt, createdBy, deadline],
        );
        if (!added) return null;
        const detail = { endTimeMillis, task: added.id };
        await recordAudit(tx, requester, { type: 'TruncateEvent', subject: indexName, detail });
        return BigInt(added.id);
      };
      const where = { indexName, ...running };
      for (;;) {
        const found = await db.prisma.truncationTask.findFirst({ where, select: { id: true } });
        const id = found?.id ?? (await transaction(db, work, requester));
        if (id !== null) return id;
      }
    },

    async find(id: bigint): Promise<TruncationTask | null> {
      const row = await db.prisma.truncationTask.findUnique({ where: { id } });
      return row && toTask(row);
    },

    async list(state: TruncationTask['state'] | null, limit: number): Promise<TruncationTask[]> {
      const where = state === null ? {} : { state };
      const rows = await db.prisma.truncationTask.findMany({ where, orderBy: { id: 'desc' }, take: limit });
      return rows.map(toTask);
    },

    /**
     * Ends a running task once the statement in flight of its worker has ended.
     *
     * @returns whether it ran; null without such a task
     */
    cancel: (id: bigint, reason: string, now: number, requester: Requester): Promise<boolean | null> =>
      transaction(
        db,
        async (tx) => {
          const [canceled] = await tx.query<{ indexName: string }>(
            `UPDATE truncation_tasks SET state = 'CANCELED', reason = $2, finished_at = $3
              WHERE id = $1 AND state = 'RUNNING' RETURNING index_name AS "indexName"`,
            [id, reason, now],
          );
          if (!canceled) {
            const known = await tx.query('SELECT FROM truncation_tasks WHERE id = $1', [id]);
            return known.length > 0 ? false : null;
          }
          const detail = { task: Number(id) };
          await recordAudit(tx, requester, {
            type: 'CancelTruncateEvent',
            subject: canceled.indexName,
            detail,
          });
          return true;
        },
        requester,
      ),

    /** Leases the oldest running task without a valid lease. A locked row is a task whose worker is in a transaction. */
    async claim(workerId: string, now: number, until: number): Promise<TruncationTask | null> {
      const [claimed] = await query<{ id: number }>(
        `UPDATE truncation_tasks SET runner = $1, lease_until = $2
          WHERE id = (SELECT id FROM truncation_tasks WHERE state = 'RUNNING' AND lease_until <= $3
                       ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id`,
        [workerId, until, now],
      );
      return claimed ? this.find(BigInt(claimed.id)) : null;
    },

    /** Renews the lease of a task that waits for other transactions. */
    async renewWaiting(lease: Lease): Promise<void> {
      const data = { retries: { increment: 1 }, leaseUntil: lease.until };
      await db.prisma.truncationTask.updateMany({ where: leasedBy(lease), data });
    },

    /** Lets another worker claim the task immediately. */
    async releaseLease(lease: Lease): Promise<void> {
      await db.prisma.truncationTask.updateMany({ where: leasedBy(lease), data: { leaseUntil: 0 } });
    },

    /** Raw SQL, because a start calls it: loading Prisma's query compiler costs 50 MB. */
    async releaseAllLeases(): Promise<void> {
      await query(`UPDATE truncation_tasks SET lease_until = 0 WHERE state = 'RUNNING'`);
    },

    async finish(lease: Lease, end: TruncationEnd): Promise<void> {
      await db.prisma.truncationTask.updateMany({ where: leasedBy(lease), data: end });
    },
  };
}

const toTask = ({
  runner: _,
  leaseUntil: __,
  unreleased,
  ...row
}: Prisma.TruncationTaskModel): TruncationTask => ({
  ...row,
  needsCompaction: unreleased,
  endTimeMillis: Number(row.endTimeMillis),
  total: Number(row.total),
  deleted: Number(row.deleted),
  createdAt: Number(row.createdAt),
  deadline: row.deadline === null ? null : Number(row.deadline),
  finishedAt: row.finishedAt === null ? null : Number(row.finishedAt),
});

interface Creator {
  readonly urn: string;
  readonly groups: readonly string[];
  readonly policyVersion: number;
}

/**
 * Returns whether a task may go on: while its creator is active and has the right to truncate. A user who is newer than
 * the task has only the URN of its creator.
 */
export const creatorStore =
  ({ query }: Pick<Database, 'query'>, readActor: ReadActor) =>
  async ({ createdBy, createdAt }: Pick<TruncationTask, 'createdBy' | 'createdAt'>): Promise<boolean> => {
    const [creator] = await query<Creator>(
      `SELECT urn, ${groupsSql('users.urn')} AS groups, (SELECT version FROM policy_version) AS "policyVersion"
         FROM users WHERE urn = $1::text AND created_at <= $2::bigint AND state = 'ACTIVE'`,
      [createdBy, createdAt],
    );
    return creator !== undefined && mayTruncate(await readActor(creator));
  };

import type { Requester } from '../../core/actor.js';
import type { Database, Prisma } from '../../db/database.js';
import { isUniqueViolation } from '../../db/errors.js';
import { allTimes, askMonths } from '../partition-store.js';
import type { EventCounts } from './plan.js';
import type { Lease, NewTruncation, TruncationEnd, TruncationTask } from './task.js';

export type TruncationStore = ReturnType<typeof truncationStore>;

export function truncationStore({ prisma, query, limited }: Database) {
  const running = { state: 'RUNNING' } as const;
  const heldBy = ({ id, runner }: Lease) => ({ id, runner, ...running });

  return {
    /** An index that is not there, because it has had no event yet, has none. */
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
      await limited(requester, () => askMonths(query, indexName, allTimes, countIn));
      return counts;
    },

    /** @returns the new task, or the one that runs on this index already */
    async begin(task: NewTruncation): Promise<bigint> {
      for (;;) {
        const where = { indexName: task.indexName, ...running };
        const found = await prisma.truncationTask.findFirst({ where, select: { id: true } });
        if (found) return found.id;
        try {
          return (await prisma.truncationTask.create({ data: task, select: { id: true } })).id;
        } catch (error) {
          if (!isUniqueViolation(error)) throw error;
        }
      }
    },

    async find(id: bigint): Promise<TruncationTask | null> {
      const row = await prisma.truncationTask.findUnique({ where: { id } });
      return row && fromRow(row);
    },

    /** Takes up the oldest task that nobody alive is at work on. A row that is locked is being worked on. */
    async claim(runner: string, now: number, until: number): Promise<TruncationTask | null> {
      const [claimed] = await query<{ id: number }>(
        `UPDATE truncation_tasks SET runner = $1, lease_until = $2
          WHERE id = (SELECT id FROM truncation_tasks WHERE state = 'RUNNING' AND lease_until <= $3
                       ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id`,
        [runner, until, now],
      );
      return claimed ? this.find(BigInt(claimed.id)) : null;
    },

    /** Keeps a task that has to wait for others. */
    async renewWaiting(lease: Lease): Promise<void> {
      const data = { retries: { increment: 1 }, leaseUntil: lease.until };
      await prisma.truncationTask.updateMany({ where: heldBy(lease), data });
    },

    /** Leaves a task to whoever claims it next. */
    async letGo(lease: Lease): Promise<void> {
      await prisma.truncationTask.updateMany({ where: heldBy(lease), data: { leaseUntil: 0 } });
    },

    /** The same for all tasks, when no other process can be at work. At a start, which is to do without Prisma's compiler. */
    async letGoAll(): Promise<void> {
      await query(`UPDATE truncation_tasks SET lease_until = 0 WHERE state = 'RUNNING'`);
    },

    async finish(lease: Lease, end: TruncationEnd): Promise<void> {
      await prisma.truncationTask.updateMany({ where: heldBy(lease), data: end });
    },
  };
}

const fromRow = (row: Prisma.TruncationTaskModel): TruncationTask => ({
  ...row,
  endTimeMillis: Number(row.endTimeMillis),
  total: Number(row.total),
  deleted: Number(row.deleted),
  createdAt: Number(row.createdAt),
  deadline: row.deadline === null ? null : Number(row.deadline),
  finishedAt: row.finishedAt === null ? null : Number(row.finishedAt),
});

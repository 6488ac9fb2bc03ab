import type { LongTransaction, Query } from '../../db/query.js';
import { type Lease, LeaseLost } from './task.js';

/**
 * Work on a task in one transaction, which renews the task's lease. The task's row is locked meanwhile, so that
 * nobody takes it over, however long the work takes. @throws LeaseLost
 */
export const underLease =
  (longTransaction: LongTransaction) =>
  <T>({ id, runner, until }: Lease, signal: AbortSignal, work: (query: Query) => Promise<T>): Promise<T> =>
    longTransaction(async (query) => {
      const rows = await query(
        `UPDATE truncation_tasks SET lease_until = $3 WHERE id = $1 AND runner = $2 AND state = 'RUNNING' RETURNING id`,
        [id, runner, until],
      );
      if (rows.length === 0) throw new LeaseLost(`truncation ${id}: another process has taken it over`);
      return work(query);
    }, signal);

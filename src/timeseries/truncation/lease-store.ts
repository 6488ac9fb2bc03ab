import type { LongTransaction, Query } from '../../db/query.js';
import { type Lease, LeaseLost } from './task.js';

/**
 * Runs work on a task in a transaction that renews the lease first. The transaction locks the task's row, so no other
 * process takes over the task, even if the work takes longer than the lease.
 *
 * @throws LeaseLost
 */
export const underLease =
  (longTransaction: LongTransaction) =>
  <T>({ id, workerId, until }: Lease, signal: AbortSignal, work: (query: Query) => Promise<T>): Promise<T> =>
    longTransaction(async (query) => {
      const rows = await query(
        `UPDATE truncation_tasks SET lease_until = $3 WHERE id = $1 AND runner = $2 AND state = 'RUNNING' RETURNING id`,
        [id, workerId, until],
      );
      if (rows.length === 0) throw new LeaseLost(`truncation ${id}: another process has taken it over`);
      return work(query);
    }, signal);

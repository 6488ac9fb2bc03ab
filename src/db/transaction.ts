import { setTimeout as sleep } from 'node:timers/promises';
import type { Requester } from '../core/actor.js';
import type { Deadline } from '../core/deadline.js';
import type { Database } from './database.js';
import { isRetryable, toCatalogError } from './errors.js';
import type { Transaction } from './query.js';

const maxAttempts = 6;

/**
 * Runs work in one transaction. Runs it again when PostgreSQL rolled it back because of a deadlock or a serialization
 * failure, so the work must have no effect outside the transaction.
 *
 * @param requester the actor whose request this is; undefined for the service's own work
 */
export const transaction = <T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  requester?: Requester,
): Promise<T> => {
  const deadline = requester?.deadline;
  return db.limited(requester, () => retried(() => db.inTransaction(work, deadline), deadline));
};

/** Retries in the same way; for a single statement, which is a transaction by itself. */
export async function retried<T>(work: () => Promise<T>, deadline?: Deadline): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || deadline?.passed || !isRetryable(error)) throw toCatalogError(error);
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

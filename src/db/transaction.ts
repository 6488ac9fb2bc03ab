import { setTimeout as sleep } from 'node:timers/promises';
import type { Requester } from '../core/actor.js';
import type { Deadline } from '../core/deadline.js';
import { judgedWithin, type OwnChange } from '../core/standing.js';
import type { Database } from './database.js';
import { isRetryable, toCatalogError } from './errors.js';
import type { Transaction } from './query.js';

const maxAttempts = 6;

/**
 * Runs work in one transaction. Runs it again when PostgreSQL rolled it back because of a deadlock or a serialization
 * failure, so the work must have no effect outside the transaction. Before it commits, the rights of the requester that
 * the work has used are checked again.
 *
 * @param requester the actor whose request this is; undefined for the service's own work
 * @throws UNAUTHENTICATED, UNAUTHORIZED when they do not hold any more
 */
export const transaction = <T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  requester?: Requester,
): Promise<T> => {
  const deadline = requester?.deadline;
  const confirmed = async (tx: Transaction) => {
    const result = await work(tx);
    await requester?.standing?.confirm(tx, ownChanges.get(tx));
    return result;
  };
  return db.limited(requester, () =>
    retried(() => judgedWithin(requester, () => db.inTransaction(confirmed, deadline)), deadline),
  );
};

const ownChanges = new WeakMap<Transaction, OwnChange>();

/**
 * Checks the rights of the requester again: called with all locks taken, before work that itself changes the basis of
 * the rights. Everything else is checked after the work, because the work may wait.
 */
export async function confirmRights(
  tx: Transaction,
  requester: Requester | undefined,
  change: OwnChange,
): Promise<void> {
  if (ownChanges.has(tx)) return;
  await requester?.standing?.confirm(tx);
  ownChanges.set(tx, change);
}

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

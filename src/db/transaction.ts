import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from '../domain/deadline.js';
import type { Database, Transaction } from './database.js';
import { isWorthARetry, toCatalogError } from './errors.js';

const attempts = 6;

/**
 * Runs work in one transaction, and again when PostgreSQL rolled it back for a deadlock or a serialization
 * failure. The work must touch nothing but the transaction.
 */
export const transaction = <T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
  deadline?: Deadline,
): Promise<T> => retried(() => db.inTransaction(work, deadline), deadline);

/** The same for one statement, which is a transaction by itself. */
export async function retried<T>(work: () => Promise<T>, deadline?: Deadline): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || deadline?.passed || !isWorthARetry(error)) throw toCatalogError(error);
      await sleep(Math.random() * 10 * 2 ** attempt);
    }
  }
}

import { TooLarge } from '../core/too-large.js';
import { transaction } from '../db/transaction.js';
import type { AspectStorage, AspectTransaction } from './kernel.js';

/** Runs work on a batch of `size` entities in one transaction: on a smaller one when their aspects take too much memory. */
export async function inBatch<T>(
  storage: AspectStorage,
  size: number,
  work: (tx: AspectTransaction, size: number) => Promise<T>,
): Promise<T> {
  try {
    const { db, aspects } = storage;
    return await transaction(db, ({ query }) => work({ query, aspects }, size));
  } catch (error) {
    if (!(error instanceof TooLarge) || size === 1) throw error;
    return inBatch(storage, Math.ceil(size / 10), work);
  }
}

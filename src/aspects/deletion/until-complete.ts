import type { Requester } from '../../core/actor.js';
import type { Database } from '../../db/database.js';
import type { Transaction } from '../../db/query.js';
import { transaction } from '../../db/transaction.js';

interface Part {
  readonly events: number;
  readonly isComplete: boolean;
}

/**
 * Runs transactions that each delete as much as one transaction may, until nothing is left.
 *
 * @returns the result of the last one, with the number of events that all have deleted
 */
export async function untilComplete<T extends Part>(
  db: Database,
  deletePart: (tx: Transaction) => Promise<T>,
  requester: Requester,
): Promise<T> {
  for (let events = 0; ; ) {
    const part = await transaction(db, deletePart, requester);
    events += part.events;
    if (part.isComplete) return { ...part, events };
  }
}

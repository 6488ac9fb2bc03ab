import { randomUUID } from 'node:crypto';
import { changeMetadata } from '../../aspects/change-metadata.js';
import type { MetadataTransaction } from '../../aspects/changes.js';
import type { AspectStorage } from '../../aspects/kernel.js';
import type { AuditStep } from '../../audit/event.js';
import type { Requester } from '../../core/actor.js';

interface Part {
  readonly events: number;
  readonly isComplete: boolean;
}

/**
 * Runs transactions that each delete as much as one transaction may, until nothing is left.
 *
 * @param deletePart called with the place of the transaction among all of the deletion, for its audit event
 * @returns the result of the last one, with the number of events that all have deleted
 */
export async function untilComplete<T extends Part>(
  storage: AspectStorage,
  deletePart: (tx: MetadataTransaction, step: AuditStep) => Promise<T>,
  requester: Requester,
): Promise<T> {
  const change = randomUUID();
  for (let [events, number] = [0, 1]; ; number += 1) {
    const part = await changeMetadata(storage, (tx) => deletePart(tx, { change, number }), requester);
    events += part.events;
    if (part.isComplete) return { ...part, events };
  }
}

/** Returns the step for the detail of an event: none if the deletion takes one transaction. */
export const toStep = (step: AuditStep, { isComplete }: Part): { step?: AuditStep } =>
  step.number === 1 && isComplete ? {} : { step };

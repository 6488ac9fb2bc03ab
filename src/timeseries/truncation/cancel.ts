import type { Actor } from '../../core/actor.js';
import { lacking, mayTruncate } from '../../core/authorization.js';
import type { Clock } from '../../core/clock.js';
import { conflict, notFound } from '../../core/errors.js';
import { quoted } from '../../core/urn.js';
import { isLockTimeout } from '../../db/errors.js';
import { node, readTaskId } from './task-id.js';
import type { TruncationStore } from './task-store.js';

export interface CancelDeps {
  readonly tasks: Pick<TruncationStore, 'cancel'>;
  readonly clock: Clock;
  /** Ends the statement in flight if this process executes the task. */
  interrupt(id: bigint): void;
}

/**
 * Cancels a truncation, regardless of the process that executes it. Deleted events are not restored.
 *
 * @returns whether it ran until now
 * @throws UNAUTHORIZED, BAD_REQUEST, NOT_FOUND, and CONFLICT while another process is in a long statement
 */
export const cancelTruncation =
  ({ tasks, clock, interrupt }: CancelDeps) =>
  async (actor: Actor, task: string): Promise<boolean> => {
    if (!mayTruncate(actor))
      throw lacking(actor, 'cancel truncations', ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE']);
    const { node: given, number } = readTaskId({ task });
    const missing = notFound(`task ${quoted(task)} does not exist`);
    if (given !== node) throw missing;
    const canceled = tasks.cancel(number, `canceled by ${actor.urn}`, clock(), actor);
    interrupt(number);
    const didRun = await canceled.catch((error: unknown) => {
      throw isLockTimeout(error)
        ? conflict(`task ${quoted(task)} is in a long statement; try again later`)
        : error;
    });
    if (didRun === null) throw missing;
    return didRun;
  };

import type { Deadline } from '../core/deadline.js';
import type { Steps } from '../scheduling/steps.js';
import { runInTurns } from '../scheduling/turns.js';
import { DeadlinePassed } from './errors.js';

/**
 * Runs all steps, and yields to the event loop every 10 ms.
 *
 * @throws DeadlinePassed when the deadline passes between two steps
 */
export async function runCooperatively<T>(steps: Steps<T>, deadline?: Deadline): Promise<T> {
  // A listener tells the response timeout that this work will answer the request itself.
  const remove = deadline?.claimAnswer();
  try {
    return await runInTurns(steps, () => {
      if (deadline?.passed) throw new DeadlinePassed({ wasWaiting: false });
    });
  } finally {
    remove?.();
  }
}

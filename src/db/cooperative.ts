import type { Deadline } from '../core/deadline.js';
import { yieldToEventLoop } from '../core/event-loop.js';
import type { Steps } from '../core/steps.js';
import { DeadlinePassed } from './errors.js';

/** ms of work before other requests get the event loop. */
const turnMs = 10;

/**
 * Runs all steps, and yields to the event loop every 10 ms.
 *
 * @throws DeadlinePassed when the deadline passes between two steps
 */
export async function runCooperatively<T>(steps: Steps<T>, deadline?: Deadline): Promise<T> {
  // A listener tells the response timeout that this work will answer the request itself.
  const remove = deadline?.onPass(() => {});
  try {
    for (;;) {
      const end = performance.now() + turnMs;
      do {
        const { done, value } = steps.next();
        if (done) return value;
      } while (performance.now() < end);
      await yieldToEventLoop();
      if (deadline?.passed) throw new DeadlinePassed({ wasWaiting: false });
    }
  } finally {
    remove?.();
  }
}

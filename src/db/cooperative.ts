import type { Deadline } from '../core/deadline.js';
import { yieldToEventLoop } from '../core/event-loop.js';
import type { Steps } from '../core/steps.js';
import { DeadlinePassed } from './errors.js';

/** ms that work may take before others have the event loop. */
const turnMs = 10;

/**
 * Does all steps, and lets others have the event loop between them.
 *
 * @throws DeadlinePassed
 */
export async function runCooperatively<T>(steps: Steps<T>, deadline?: Deadline): Promise<T> {
  // Whoever keeps the time leaves the answer to work that listens.
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

import { yieldToEventLoop } from './event-loop.js';
import type { Steps } from './steps.js';

/** ms of work before other requests get the event loop. */
const turnMs = 10;

/** Runs all steps, and yields to the event loop every 10 ms. @param resume called after each pause; it may throw */
export async function runInTurns<T>(steps: Steps<T>, resume: () => void = () => {}): Promise<T> {
  for (;;) {
    const end = performance.now() + turnMs;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < end);
    await yieldToEventLoop();
    resume();
  }
}

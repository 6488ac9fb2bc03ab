import { useSignal } from '@preact/signals';
import type { RequestError } from '../api/request.js';
import { asRequestError } from '../api/use-query.js';
import { say } from './messages.js';

interface Action {
  readonly isRunning: boolean;
  readonly error: RequestError | undefined;
  /** Runs the work unless it runs already. @param done what a message says of its success */
  run(work: () => Promise<unknown>, done?: string): Promise<void>;
}

/** Work that a person starts, with its state. */
export function useAction(): Action {
  const isRunning = useSignal(false);
  const error = useSignal<RequestError | undefined>(undefined);
  return {
    isRunning: isRunning.value,
    error: error.value,
    async run(work, done) {
      if (isRunning.value) return;
      isRunning.value = true;
      error.value = undefined;
      try {
        await work();
        if (done) say(done);
      } catch (thrown) {
        error.value = asRequestError(thrown);
      } finally {
        isRunning.value = false;
      }
    },
  };
}

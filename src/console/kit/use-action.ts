import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { RequestError } from '../api/request.js';
import { asRequestError } from '../api/use-query.js';
import { say, sayFailure } from './messages.js';
import { refusal } from './notice.js';

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
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
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
        // What shows the error is closed, and the work has not ended as it was meant to.
        if (!isShown.current) sayFailure(refusal(error.value));
      } finally {
        isRunning.value = false;
      }
    },
  };
}

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { asRequestError, type RequestError } from '../model/request-error.js';
import { say, sayFailure } from './messages.js';
import { refusal } from './notice.js';

interface Action {
  readonly isRunning: boolean;
  readonly error: RequestError | undefined;
  /** Runs the work unless it runs already. @param done what a message says of its success */
  run(work: () => Promise<unknown>, done?: string): Promise<void>;
}

/** Whether the part of the page is still there. */
export function useIsShown(): { readonly current: boolean } {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** Work that a person starts, with its state. */
export function useAction(): Action {
  const isRunning = useSignal(false);
  const error = useSignal<RequestError | undefined>(undefined);
  const isShown = useIsShown();
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

import { type Signal, useSignal } from '@preact/signals';
import { sayFailure } from '../kit/messages.js';
import { refusal } from '../kit/notice.js';
import { useIsShown } from '../kit/use-action.js';
import { asRequestError } from '../model/request-error.js';

/** How far long work has come, and how to stop it. */
export interface Steps {
  readonly signal: AbortSignal;
  onProgress(done: number): void;
}

interface Running {
  /** As in "Selecting". */
  readonly name: string;
  readonly done: number;
  readonly total: number;
  stop(): void;
}

export interface Task {
  readonly running: Signal<Running | null>;
  /** Runs work with its progress, one at a time. Work that was stopped says itself what it has done. */
  run(name: string, total: number, work: (steps: Steps) => Promise<void>): Promise<void>;
}

/** The long work of a part of a page. It goes on when the part disappears. */
export function useTask(): Task & { readonly isShown: () => boolean } {
  const running = useSignal<Running | null>(null);
  const isShown = useIsShown();
  return {
    running,
    isShown: () => isShown.current,
    async run(name, total, work) {
      if (running.value) return;
      const stopping = new AbortController();
      const show = (done: number) => {
        running.value = { name, done, total, stop: () => stopping.abort() };
      };
      show(0);
      try {
        await work({ signal: stopping.signal, onProgress: show });
      } catch (error) {
        if (!stopping.signal.aborted) sayFailure(refusal(asRequestError(error)));
      } finally {
        running.value = null;
      }
    },
  };
}

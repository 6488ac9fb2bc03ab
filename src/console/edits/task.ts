import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { asRequestError } from '../api/use-query.js';
import { sayFailure } from '../kit/messages.js';
import { refusal } from '../kit/notice.js';

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

/** @param isEnded whether the work stops when the part of the page that started it disappears */
export function useTask(): Task & { readonly isShown: () => boolean } {
  const running = useSignal<Running | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
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

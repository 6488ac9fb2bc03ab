import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout, isRetryable } from '../../db/errors.js';
import type { Lease } from './task.js';
import type { TruncationStore } from './task-store.js';

/** How the runner lets work on a task be done. */
export interface Steps {
  /** One transaction, and again as long as it can't have its locks. @throws when the work is to end */
  step<T>(work: (lease: Lease, signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Keeps the task for a while, longer with every time. */
  pause(times: number): Promise<void>;
}

const maxPauseMs = 5_000;

export function stepsOf(deps: {
  tasks: TruncationStore;
  lease(): Lease;
  expired(): boolean;
  signal: AbortSignal;
}): Steps {
  const { tasks, lease, expired, signal } = deps;

  async function pause(times: number) {
    await tasks.renewWaiting(lease());
    await sleep(Math.min(100 * 2 ** times, maxPauseMs), undefined, { signal });
  }

  return {
    pause,
    async step(work) {
      for (let times = 0; ; times += 1) {
        // The embedded database answers within one turn of the event loop, and requests want theirs.
        await nextTurn();
        signal.throwIfAborted();
        if (expired()) throw new Error('its time is over');
        try {
          return await work(lease(), signal);
        } catch (error) {
          if (!isLockTimeout(error) && !isRetryable(error)) throw error;
        }
        await pause(times);
      }
    },
  };
}

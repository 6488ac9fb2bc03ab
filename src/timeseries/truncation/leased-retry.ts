import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout, isRetryable } from '../../db/errors.js';
import { type Lease, RightLost } from './task.js';
import type { TruncationStore } from './task-store.js';

/** Runs the transactions of a task under its lease. */
export interface LeasedRetry {
  /**
   * Runs one transaction, and retries it for as long as it cannot get its locks.
   *
   * @throws when the task has to stop
   */
  run<T>(work: (lease: Lease, signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Renews the lease and waits, longer for each further attempt. */
  wait(attempts: number): Promise<void>;
}

const maxWaitMs = 5_000;

export function leasedRetry(deps: {
  tasks: TruncationStore;
  lease(): Lease;
  expired(): boolean;
  /** Whether the creator of the task may still truncate. */
  mayGoOn(): Promise<boolean>;
  signal: AbortSignal;
}): LeasedRetry {
  const { tasks, lease, expired, mayGoOn, signal } = deps;

  async function wait(attempts: number) {
    await tasks.renewWaiting(lease());
    await sleep(Math.min(100 * 2 ** attempts, maxWaitMs), undefined, { signal });
  }

  return {
    wait,
    async run(work) {
      for (let attempts = 0; ; attempts += 1) {
        // The embedded database responds within one turn of the event loop. Requests need a turn as well.
        await nextTurn();
        signal.throwIfAborted();
        if (expired()) throw new Error('the deadline of the task has passed');
        if (!(await mayGoOn())) throw new RightLost('the creator of the task may no longer truncate');
        try {
          return await work(lease(), signal);
        } catch (error) {
          if (!isLockTimeout(error) && !isRetryable(error)) throw error;
        }
        await wait(attempts);
      }
    },
  };
}

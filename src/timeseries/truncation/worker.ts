import type { Clock } from '../../core/clock.js';
import { isUnavailable } from '../../db/errors.js';
import type { SpaceStore } from './compaction-store.js';
import { stepsOf } from './leased-steps.js';
import type { MonthStore } from './partition-store.js';
import { LeaseLost, type TruncationEnd, type TruncationTask } from './task.js';
import type { TruncationStore } from './task-store.js';
import { truncateMonths } from './work.js';

/** Longer than any wait for a lock; after it, another process takes the task up. */
const leaseMs = 60_000;
const pollMs = 15_000;

export interface TruncationRunnerDeps {
  readonly tasks: TruncationStore;
  readonly months: MonthStore;
  readonly space: SpaceStore;
  readonly clock: Clock;
  /** This process, unlike any other. */
  readonly runner: string;
  /** No other process works on this database. */
  readonly alone: boolean;
  onError(error: unknown): void;
}

export type TruncationRunner = ReturnType<typeof truncationRunner>;

/** Does the truncations that are asked for, one after the other, and those that dead processes left undone. */
export function truncationRunner(deps: TruncationRunnerDeps) {
  const { tasks, clock, runner, alone, onError } = deps;
  const stopping = new AbortController();
  const truncate = truncateMonths(deps);
  let working: Promise<void> | undefined;
  let asked = false;
  // Whoever held a lease on a database that one process has to itself is dead.
  let leasesAreDead = alone;
  let timer: NodeJS.Timeout | undefined;

  const leaseOf = ({ id }: TruncationTask) => ({ id, runner, until: clock() + leaseMs });
  const expired = ({ deadline }: TruncationTask) => deadline !== null && clock() >= deadline;

  /** Works on all that can be had. @returns when nothing is left; errors go to `onError` */
  function wake(): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve();
    asked = true;
    working ??= workAll();
    return working;
  }

  async function workAll() {
    try {
      if (leasesAreDead) await tasks.letGoAll();
      leasesAreDead = false;
      while (asked && !stopping.signal.aborted) {
        asked = false;
        const task = await tasks.claim(runner, clock(), clock() + leaseMs);
        if (!task) continue;
        asked = true;
        await run(task);
      }
    } catch (error) {
      onError(error);
    } finally {
      // Here and not after the promise: who asks from now on finds nobody at work.
      working = undefined;
    }
  }

  async function run(task: TruncationTask) {
    const timeout = task.deadline === null ? [] : [AbortSignal.timeout(Math.max(0, task.deadline - clock()))];
    const signal = AbortSignal.any([stopping.signal, ...timeout]);
    try {
      const lease = () => leaseOf(task);
      await truncate(task, stepsOf({ tasks, lease, expired: () => expired(task), signal }));
      await finish(task, 'COMPLETED');
    } catch (error) {
      if (error instanceof LeaseLost) return;
      if (stopping.signal.aborted) await tasks.letGo(leaseOf(task));
      else if (signal.aborted || expired(task)) await finish(task, 'CANCELED', 'timeoutSeconds have passed');
      else await fail(task, error);
    }
  }

  async function fail(task: TruncationTask, error: unknown) {
    onError(error);
    // Whoever comes when the lease is over goes on.
    if (!isUnavailable(error)) await finish(task, 'FAILED', 'an unknown error occurred');
  }

  const finish = (task: TruncationTask, state: TruncationEnd['state'], reason: string | null = null) =>
    tasks.finish(leaseOf(task), { state, reason, finishedAt: clock() });

  return {
    wake,
    /** From now on, tasks that others leave undone are found. */
    start() {
      timer = setInterval(wake, pollMs).unref();
      void wake();
    },
    /** Ends after the statement at work at the latest; what is undone waits for the next start. */
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await working;
    },
  };
}

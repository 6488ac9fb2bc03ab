import type { Clock } from '../../core/clock.js';
import { isUnavailable } from '../../db/errors.js';
import type { WaitingWork } from '../../db/waiting-work.js';
import { sharedNext } from '../../scheduling/shared.js';
import type { CompactionStore, PartitionStore } from './partition-store.js';
import { LeaseLost, RightLost, type TruncationEnd, type TruncationTask } from './task.js';
import { type TruncationStore, tasksWait } from './task-store.js';
import { leasedRetry, truncatePartitions } from './work.js';

/** Longer than any wait for a lock. When a lease has expired, another process takes over the task. */
const leaseMs = 60_000;

export interface TruncationWorkerDeps {
  readonly tasks: TruncationStore;
  readonly partitions: PartitionStore;
  readonly compaction: CompactionStore;
  readonly clock: Clock;
  /** Whether the creator of a task may still truncate. */
  mayGoOn(task: TruncationTask): Promise<boolean>;
  /** Unique for each process. */
  readonly workerId: string;
  /** No other process uses this database. */
  readonly exclusive: boolean;
  onError(error: unknown): void;
}

/** Executes truncation tasks one after another, those of processes that have died included. */
export function truncationWorker(deps: TruncationWorkerDeps) {
  const { tasks, clock, mayGoOn, workerId, exclusive, onError } = deps;
  const stopping = new AbortController();
  const truncate = truncatePartitions(deps);
  // The leases on an exclusive database are of processes that have died.
  let releasesLeases = exclusive;
  let current: { readonly id: bigint; readonly canceling: AbortController } | undefined;

  const createLease = ({ id }: TruncationTask) => ({ id, workerId, until: clock() + leaseMs });
  const expired = ({ deadline }: TruncationTask) => deadline !== null && clock() >= deadline;

  /** Executes all tasks without a living worker. Resolves when none is left; passes errors to `onError`. */
  const trigger = sharedNext(async () => {
    try {
      while (!stopping.signal.aborted) {
        if (releasesLeases) await tasks.releaseAllLeases();
        releasesLeases = false;
        const task = await tasks.claim(workerId, clock(), clock() + leaseMs);
        if (!task) return;
        await execute(task);
      }
    } catch (error) {
      onError(error);
    }
  });

  async function execute(task: TruncationTask) {
    const timeout = task.deadline === null ? [] : [AbortSignal.timeout(Math.max(0, task.deadline - clock()))];
    const canceling = new AbortController();
    const signal = AbortSignal.any([stopping.signal, canceling.signal, ...timeout]);
    current = { id: task.id, canceling };
    try {
      const lease = () => createLease(task);
      await truncate(
        task,
        leasedRetry({
          ...{ tasks, lease, signal },
          expired: () => expired(task),
          mayGoOn: () => mayGoOn(task),
        }),
      );
      await finish(task, 'COMPLETED');
    } catch (error) {
      if (error instanceof LeaseLost || canceling.signal.aborted) return;
      if (error instanceof RightLost)
        await finish(task, 'CANCELED', `${task.createdBy} may no longer truncate`);
      else if (stopping.signal.aborted) await tasks.releaseLease(createLease(task));
      else if (signal.aborted || expired(task)) await finish(task, 'CANCELED', 'timeoutSeconds have passed');
      else await fail(task, error);
    } finally {
      current = undefined;
    }
  }

  async function fail(task: TruncationTask, error: unknown) {
    onError(error);
    // While the database is unavailable, the task stays RUNNING: a worker claims it when the lease has expired.
    if (!isUnavailable(error)) await finish(task, 'FAILED', 'an unknown error occurred');
  }

  const finish = (task: TruncationTask, state: TruncationEnd['state'], reason: string | null = null) =>
    tasks.finish(createLease(task), { state, reason, finishedAt: clock() });

  return {
    trigger,
    /**
     * Ends the running statement of a task that this process executes, so that its lock on the task is released. If the
     * task is not ended in the meantime, it continues when its lease has expired.
     */
    interrupt(id: bigint) {
      if (current?.id === id) current.canceling.abort();
    },
    /** Executes tasks whose worker has died. */
    waiting: { waits: tasksWait, run: trigger, retryMs: 15_000 } satisfies WaitingWork,
    /** Resolves after the statement in flight at the latest. The next start continues unfinished tasks. */
    async stop() {
      stopping.abort();
      await trigger();
    },
  };
}

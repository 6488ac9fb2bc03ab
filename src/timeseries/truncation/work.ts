import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout, isRetryable } from '../../db/errors.js';
import type { CompactionStore, PartitionStore } from './partition-store.js';
import { type Lease, RightLost, type TruncatedPartition, type TruncationTask } from './task.js';
import type { TruncationStore } from './task-store.js';

/** Pages per statement follow from the batch size and this number, so that a statement with few matches stays short. */
const eventsPerPage = 10;
const minPages = 64;

/** 20 waits, about a minute. Then deleted events that older snapshots still see keep their space. */
const maxAttempts = 20;

/**
 * Deletes the events of a task: drops whole partitions, then deletes events from the partition of the end time. An
 * interrupted task continues with the events that are left.
 */
export const truncatePartitions =
  ({ partitions, compaction }: { partitions: PartitionStore; compaction: CompactionStore }) =>
  async (task: TruncationTask, retry: LeasedRetry): Promise<void> => {
    const plan = await retry.run((lease, signal) => partitions.plan(lease, task, signal));
    for (const partition of plan.filter(({ droppable }) => droppable)) {
      await retry.run((lease, signal) => partitions.drop(lease, partition, signal));
    }
    const last = plan.find(({ droppable }) => !droppable);
    if (!last) return;
    if (last.events > 0) await deleteFrom(partitions, last, task, retry);
    if (last.events > 0 || task.needsCompaction) await compact(compaction, last, retry);
  };

async function deleteFrom(
  partitions: PartitionStore,
  partition: TruncatedPartition,
  task: TruncationTask,
  retry: LeasedRetry,
) {
  const stride = Math.max(minPages, Math.ceil(task.batchSize / eventsPerPage));
  for (let from = 0; from < (await partitions.pages(partition)); ) {
    const pages = { from, to: from + stride };
    const events = await retry.run((lease, signal) =>
      partitions.deleteBatch(lease, partition, task, pages, signal),
    );
    if (events < task.batchSize) from = pages.to;
  }
}

async function compact(store: CompactionStore, partition: TruncatedPartition, { run, wait }: LeasedRetry) {
  const transactionId = await store.currentTransactionId();
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    if (!(await store.hasOlderSnapshots(transactionId))) break;
    await wait(attempts);
  }
  await run((lease, signal) => store.compact(lease, partition, signal));
}

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

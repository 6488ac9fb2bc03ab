import type { CompactionStore } from './compaction-store.js';
import type { LeasedRetry } from './leased-retry.js';
import type { PartitionStore } from './partition-store.js';
import type { TruncatedPartition, TruncationTask } from './task.js';

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

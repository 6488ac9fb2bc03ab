import type { SpaceStore } from './compaction-store.js';
import type { Steps } from './leased-steps.js';
import type { MonthStore } from './partition-store.js';
import type { TruncatedMonth, TruncationTask } from './task.js';

/** Pages a statement: what holds a batch of small events, so that no statement takes long where few are to go. */
const eventsPerPage = 10;
const minPages = 64;

/** For a minute; then the space of what they still see stays. */
const maxAttempts = 20;

/**
 * Deletes a task's events: whole months at once, then those within the month that its end falls into. Where it
 * was done in part, it goes on with what is left.
 */
export const truncateMonths =
  ({ months, space }: { months: MonthStore; space: SpaceStore }) =>
  async (task: TruncationTask, steps: Steps): Promise<void> => {
    const plan = await steps.step((lease, signal) => months.plan(lease, task, signal));
    for (const month of plan.filter(({ whole }) => whole)) {
      await steps.step((lease, signal) => months.drop(lease, month, signal));
    }
    const last = plan.find(({ whole }) => !whole);
    if (!last) return;
    if (last.events > 0) await deleteWithin(months, last, task, steps);
    if (last.events > 0 || task.unreleased) await release(space, last, steps);
  };

async function deleteWithin(months: MonthStore, month: TruncatedMonth, task: TruncationTask, steps: Steps) {
  const stride = Math.max(minPages, Math.ceil(task.batchSize / eventsPerPage));
  for (let from = 0; from < (await months.size(month)); ) {
    const pages = { from, to: from + stride };
    const events = await steps.step((lease, signal) => months.deleteBatch(lease, month, task, pages, signal));
    if (events < task.batchSize) from = pages.to;
  }
}

async function release(space: SpaceStore, month: TruncatedMonth, { step, pause }: Steps) {
  const moment = await space.now();
  for (let times = 0; times < maxAttempts && (await space.hasOnlookers(moment)); times += 1) {
    await pause(times);
  }
  await step((lease, signal) => space.release(lease, month, signal));
}

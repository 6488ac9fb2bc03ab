import { type Clock, dayMs } from '../core/clock.js';
import type { WaitingWork } from '../db/waiting-work.js';
import { type BackgroundWork, inBackground } from '../scheduling/background.js';
import { type RefusedStore, refusalsWait } from './refused-store.js';
import type { RetentionStore } from './retention-store.js';

/** Creates audit events for past minutes with refused authentications. */
export const refusalUpkeep = (refused: Pick<RefusedStore, 'addMinute'>): WaitingWork => ({
  waits: refusalsWait,
  async run(signal) {
    while (!signal.aborted && (await refused.addMinute()));
  },
  retryMs: 60_000,
});

/**
 * Creates partitions for coming months every hour, so that no operation has to, and drops months in which all events are
 * older than `retentionDays`.
 */
export function auditUpkeep(deps: {
  retention: RetentionStore;
  retentionDays: number;
  clock: Clock;
  onError(error: unknown): void;
}): BackgroundWork {
  const { retention, clock } = deps;
  return inBackground(
    async (signal) => {
      await retention.createMonths(clock());
      while (!signal.aborted && (await retention.dropMonth(clock() - deps.retentionDays * dayMs, signal)));
    },
    { everyMs: 3_600_000, retryMs: 60_000, onError: deps.onError },
  );
}

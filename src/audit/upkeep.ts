import { type Clock, dayMs } from '../core/clock.js';
import { type BackgroundWork, inBackground } from '../scheduling/background.js';
import type { RefusedStore } from './refused-store.js';
import type { RetentionStore } from './retention-store.js';

const everyMs = 60_000;
const minutesPerHour = 60;

/**
 * Works on the audit in the background. Every minute: creates audit events for past minutes with refused
 * authentications. Every hour: creates partitions for coming months, so that no operation has to, and drops months in
 * which all events are older than `retentionDays`.
 */
export function auditUpkeep(deps: {
  refused: Pick<RefusedStore, 'addMinute'>;
  retention: RetentionStore;
  retentionDays: number;
  clock: Clock;
  onError(error: unknown): void;
}): BackgroundWork {
  const { refused, retention, clock } = deps;
  let untilMonths = 0;
  return inBackground(
    async (signal) => {
      while (!signal.aborted && (await refused.addMinute()));
      if (untilMonths > 0) untilMonths -= 1;
      else {
        await retention.createMonths(clock());
        while (!signal.aborted && (await retention.dropMonth(clock() - deps.retentionDays * dayMs, signal)));
        untilMonths = minutesPerHour - 1;
      }
    },
    { everyMs, onError: deps.onError },
  );
}

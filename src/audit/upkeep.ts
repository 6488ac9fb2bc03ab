import type { Clock } from '../core/clock.js';
import { type BackgroundWork, inBackground } from '../scheduling/background.js';
import type { RefusedStore } from './refused-store.js';
import type { RetentionStore } from './retention-store.js';

const day = 86_400_000;
const everyMs = 60_000;
const minutesPerHour = 60;

/**
 * Works on the audit in the background. Every minute: makes audit events of the minutes of refused authentications that
 * are over. Every hour: creates the months to come, so that no act has to, and drops the months all of whose events are
 * older than `retentionDays`.
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
        while (!signal.aborted && (await retention.dropMonth(clock() - deps.retentionDays * day, signal)));
        untilMonths = minutesPerHour - 1;
      }
    },
    { everyMs, onError: deps.onError },
  );
}

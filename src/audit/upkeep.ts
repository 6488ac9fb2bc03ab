import type { Clock } from '../core/clock.js';
import type { RefusedStore } from './refused-store.js';
import type { RetentionStore } from './retention-store.js';

const day = 86_400_000;
const minuteMs = 60_000;
const minutesPerHour = 60;

/** Work on the audit in the background. */
export interface AuditUpkeep {
  /** Works now, and every minute. */
  start(): void;
  /** Resolves when the statement in flight has ended. The next start does the rest. */
  stop(): Promise<void>;
}

/**
 * Every minute: makes audit events of the minutes of refused authentications that are over. Every hour: creates the months
 * to come, so that no act has to, and drops the months all of whose events are older than `retentionDays`. Any number of
 * processes may do this at once. After a failure, which `onError` gets, it tries again a minute later.
 */
export function auditUpkeep(deps: {
  refused: Pick<RefusedStore, 'addMinute'>;
  retention: RetentionStore;
  retentionDays: number;
  clock: Clock;
  onError(error: unknown): void;
}): AuditUpkeep {
  const { refused, retention, clock } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  let untilMonths = 0;
  let inFlight: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function work() {
    try {
      while (!signal.aborted && (await refused.addMinute()));
      if (untilMonths > 0) untilMonths -= 1;
      else {
        await retention.createMonths(clock());
        while (!signal.aborted && (await retention.dropMonth(clock() - deps.retentionDays * day, signal)));
        untilMonths = minutesPerHour - 1;
      }
    } catch (error) {
      if (!signal.aborted) deps.onError(error);
    } finally {
      inFlight = undefined;
    }
  }

  function trigger() {
    inFlight ??= work();
  }

  return {
    start() {
      timer = setInterval(trigger, minuteMs).unref();
      trigger();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await inFlight;
    },
  };
}

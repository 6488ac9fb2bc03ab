import { dayMs } from '../core/clock.js';
import type { ChangeLogStore } from '../history/log-store.js';
import { maxNumbered } from '../history/log-store.js';
import { type BackgroundWork, inBackground } from '../scheduling/background.js';
import { type DeliverDeps, deliver } from './deliver.js';
import { doneDays } from './delivery-store.js';
import { timeoutMs } from './send.js';

/** How long the webhooks of a process that has died wait for another one. */
const leaseMs = 60_000;
const upkeepMs = 3_600_000;

export interface WorkerDeps extends DeliverDeps {
  readonly log: ChangeLogStore;
  /** The pause between looks at the database; default: a second. */
  readonly everyMs?: number;
}

/**
 * Delivers changes to webhooks. Each webhook has a delivery of its own, so none waits for another one. Changes get their
 * numbers only if there is a webhook.
 */
export function webhookWorker(deps: WorkerDeps): BackgroundWork {
  const { store, log, clock, onError, everyMs = 1_000 } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Map<string, Promise<void>>();
  const leases = new Map<string, number>();
  let upkeepAt = 0;

  function start(id: string) {
    const mayAttempt = () => (leases.get(id) ?? 0) - clock() > 2 * timeoutMs;
    const ended = deliver(deps, id, mayAttempt, signal)
      .catch((error) => {
        if (!signal.aborted) onError(error);
      })
      .finally(() => running.delete(id));
    running.set(id, ended);
  }

  const turns = inBackground(
    async () => {
      const leased = await store.lease(clock(), leaseMs);
      leases.clear();
      for (const { id, leaseUntil } of leased) leases.set(id, leaseUntil);
      if (leased.length > 0) {
        await number(log, Math.min(...leased.map(({ readTo }) => readTo)), signal);
        const { lastSeq } = await log.position();
        for (const { id, readTo, nextAt } of leased)
          if (!running.has(id) && (readTo < lastSeq || (nextAt !== null && nextAt <= clock()))) start(id);
      }
      if (clock() < upkeepAt) return;
      await store.dropOld(clock() - doneDays * dayMs);
      upkeepAt = clock() + upkeepMs;
    },
    { everyMs, retryMs: 10 * everyMs, onError },
  );

  return {
    start: turns.start,
    async stop() {
      stopping.abort();
      await turns.stop();
      await Promise.all(running.values());
      // Without the database, the leases end by themselves.
      await store.release().catch(() => undefined);
    },
  };
}

/** Numbers the changes that are committed, if there are any after a number. */
async function number(log: ChangeLogStore, afterSeq: number, signal: AbortSignal): Promise<void> {
  if (!(await log.hasMore(afterSeq))) return;
  while (!signal.aborted && (await log.number()) === maxNumbered);
}

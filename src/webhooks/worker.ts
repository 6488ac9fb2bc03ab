import { dayMs } from '../core/clock.js';
import type { WaitingWork } from '../db/waiting-work.js';
import type { ChangeLogStore } from '../history/log-store.js';
import { maxNumbered } from '../history/log-store.js';
import { type BackgroundWork, inBackground } from '../scheduling/background.js';
import { type DeliverDeps, deliver } from './deliver.js';
import { doneDays, type Leased } from './delivery-store.js';
import type { PauseStore } from './pause-store.js';
import { timeoutMs } from './send.js';

/** How long the webhooks of a process that has died wait for another one. */
const leaseMs = 60_000;

export interface WorkerDeps extends DeliverDeps {
  readonly log: ChangeLogStore;
  readonly pauses: PauseStore;
  onNotice(detail: object, text: string): void;
}

/**
 * Delivers changes to webhooks. Each webhook has a delivery of its own, so none waits for another one. Changes get their
 * numbers only if there is a webhook that may send. Each turn reads whether the owners still may, and cuts off the attempts
 * of those that may not.
 */
export function webhookWorker(deps: WorkerDeps): WaitingWork {
  const { store, log, pauses, clock, readPause, onError, onNotice } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Map<string, { readonly ended: Promise<void>; readonly ending: AbortController }>();
  const leases = new Map<string, Leased>();

  function start(id: string) {
    const mayAttempt = () => (leases.get(id)?.leaseUntil ?? 0) - clock() > 2 * timeoutMs;
    const ending = new AbortController();
    const either = AbortSignal.any([signal, ending.signal]);
    const ended = deliver(deps, id, mayAttempt, either)
      .catch((error) => {
        if (!either.aborted) onError(error);
      })
      .finally(() => running.delete(id));
    running.set(id, { ended, ending });
  }

  /** Ends deliveries for owners who may not send, and says what has changed. @returns the webhooks of those who may */
  async function selectSending(leased: readonly Leased[]): Promise<Leased[]> {
    const sending: Leased[] = [];
    for (const webhook of leased) {
      const { id, name, pausedAt } = webhook;
      const reason = await readPause(webhook);
      if (reason === null) sending.push(webhook);
      else running.get(id)?.ending.abort();
      if (reason !== null && pausedAt === null && (await pauses.pause(webhook, reason, clock())))
        onNotice({ id, reason }, `the webhook ${JSON.stringify(name)} is paused, because ${reason}`);
      if (reason === null && pausedAt !== null && (await pauses.resume(webhook, clock())))
        onNotice({ id }, `the webhook ${JSON.stringify(name)} is no longer paused`);
    }
    return sending;
  }

  return {
    waits: (bind) => store.waits(bind, [...leases.values()], leaseMs),
    async run() {
      const leased = await store.lease(clock(), leaseMs);
      leases.clear();
      for (const webhook of leased) leases.set(webhook.id, webhook);
      const sending = await selectSending(leased);
      if (sending.length === 0) return;
      await number(log, Math.min(...sending.map(({ readTo }) => readTo)), signal);
      const { lastSeq } = await log.position();
      for (const { id, readTo, nextAt } of sending)
        if (!running.has(id) && (readTo < lastSeq || (nextAt !== null && nextAt <= clock()))) start(id);
    },
    retryMs: 10_000,
    async stop() {
      stopping.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
      // Without the database, the leases end by themselves.
      await store.release().catch(() => undefined);
    },
  };
}

/** Drops old deliveries and secrets every hour. */
export const deliveryUpkeep = ({
  store,
  clock,
  onError,
}: Pick<WorkerDeps, 'store' | 'clock' | 'onError'>): BackgroundWork =>
  inBackground(
    async () => {
      await store.dropOld(clock() - doneDays * dayMs);
      await store.dropSecrets(clock());
    },
    { everyMs: 3_600_000, retryMs: 60_000, onError },
  );

/** Numbers the changes that are committed, if there are any after a number. */
async function number(log: ChangeLogStore, afterSeq: number, signal: AbortSignal): Promise<void> {
  if (!(await log.hasMore(afterSeq))) return;
  while (!signal.aborted && (await log.number()) === maxNumbered);
}

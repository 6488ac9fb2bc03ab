import { deliveryChannel } from '../core/channels.js';
import type { Clock } from '../core/clock.js';
import { toEntityChangeEvent } from '../history/events/entity-change.js';
import type { ChangeLogStore } from '../history/log-store.js';
import type { Visibility } from '../visibility/visibility.js';
import { type AttemptedDelivery, type DueDelivery, type Health, toDelivery } from './delivery.js';
import { type DeliveryStore, maxPending, type RunningWebhook } from './delivery-store.js';
import { type EntityReads, matching } from './filter.js';
import type { Message } from './post.js';
import { maxFailingMs, nextAttempt, pauseUntil } from './schedule.js';
import type { Secrets } from './secrets.js';
import type { Attempt } from './send.js';
import type { ReadOwner, ReadPause } from './webhook.js';

/** Changes that are read at once, and their bytes. */
const [maxRead, maxReadBytes] = [500, 1_000_000];
/** Concurrent attempts of one webhook whose last attempts have succeeded. */
const maxConcurrent = 8;
/** Rounds without a success that mean an outage. Fewer can be due to one message that the endpoint does not accept. */
const outageRounds = 2;
/** An endpoint that no longer wants messages. */
const gone = 410;

export interface DeliverDeps {
  readonly store: DeliveryStore;
  readonly log: Pick<ChangeLogStore, 'read' | 'position'>;
  readonly reads: EntityReads;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly visibility: Visibility;
  readonly readOwner: ReadOwner;
  readonly readPause: ReadPause;
  /** Sends one message, when other attempts leave room for it. */
  attempt(message: Message, signal: AbortSignal): Promise<Attempt>;
  onError(error: unknown): void;
}

/**
 * Delivers for one webhook what is due: reads new changes, and sends messages in rounds. Ends when nothing is due, the
 * endpoint needs a pause, the owner may not send any more, or the lease ends.
 *
 * @param mayAttempt whether the lease lasts longer than an attempt
 */
export async function deliver(
  deps: DeliverDeps,
  id: string,
  mayAttempt: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  let concurrent = 1;
  while (mayAttempt() && !signal.aborted) {
    const webhook = await readChanges(deps, id, signal);
    if (!webhook || (webhook.pausedUntil ?? 0) > deps.clock()) return;
    const isFailing = webhook.failures > 0;
    const due = await deps.store.due(id, deps.clock(), isFailing ? 1 : concurrent);
    if (due.length === 0) return;
    const allowed = await dropUnseen(deps, webhook, due);
    // When the process stops, what has been answered is stored all the same.
    const settled = await Promise.allSettled(allowed.map((one) => attemptOne(deps, webhook, one, signal)));
    const answered = allowed.flatMap((one, index) => {
      const result = settled[index]!;
      return result.status === 'fulfilled' ? [{ ...one, result: result.value }] : [];
    });
    if (answered.length > 0) await record(deps, webhook, answered);
    concurrent = Math.min(2 * concurrent, maxConcurrent);
  }
}

/**
 * Makes deliveries of new changes that the owner sees, until there are `maxPending`. The owner's right is read last, so that no change is sent
 * that was committed after the loss of the right.
 *
 * @returns the webhook; null: others deliver for it, or its owner may not send
 */
async function readChanges(
  { store, log, reads, clock, visibility, readOwner, readPause }: DeliverDeps,
  id: string,
  signal: AbortSignal,
): Promise<RunningWebhook | null> {
  for (;;) {
    const webhook = await store.find(id);
    if (!webhook || (await readPause(webhook)) !== null) return null;
    if (webhook.pending >= maxPending || signal.aborted) return webhook;
    const limit = Math.min(maxRead, maxPending - webhook.pending);
    const changes = await log.read(webhook.readTo, limit, maxReadBytes);
    if (changes.length === 0) return webhook;
    const { epoch } = await log.position();
    const matched = await matching(changes, webhook.filter, reads);
    const seen = await visibility.keep(await readOwner(webhook), matched, ({ entityUrn }) => [entityUrn]);
    const deliveries = seen.flatMap((change) => {
      const event = toEntityChangeEvent(change);
      return event ? [toDelivery(id, epoch, change, event)] : [];
    });
    await store.add(webhook, { deliveries, upTo: changes.at(-1)!.seq }, clock());
  }
}

/** Drops messages that were made for a former owner, of entities that the owner may not see. @returns the others */
async function dropUnseen(
  { store, visibility, readOwner }: DeliverDeps,
  webhook: RunningWebhook,
  due: readonly DueDelivery[],
): Promise<readonly DueDelivery[]> {
  const seen = await visibility.keep(await readOwner(webhook), due, ({ entityUrn }) => [entityUrn ?? '']);
  const unseen = due.filter((one) => !seen.includes(one)).map(({ id }) => id);
  if (unseen.length > 0) await store.drop(webhook.id, unseen);
  return seen;
}

async function attemptOne(
  { secrets, clock, attempt, onError }: DeliverDeps,
  webhook: RunningWebhook,
  { id, body }: DueDelivery,
  signal: AbortSignal,
): Promise<Attempt> {
  const now = clock();
  let valid: string[];
  try {
    valid = secrets.decryptValid(webhook, now);
  } catch (error) {
    onError(error);
    return { status: null, error: (error as Error).message, retryAfter: null };
  }
  const result = await attempt({ url: webhook.url, id, secrets: valid, body, now }, signal);
  deliveryChannel.publish({ outcome: result.error === null ? 'delivered' : 'failed' });
  return result;
}

async function record(
  { store, clock }: DeliverDeps,
  webhook: RunningWebhook,
  answered: readonly (DueDelivery & { readonly result: Attempt })[],
): Promise<void> {
  const now = clock();
  const attempted = answered.map(({ id, attempts, result }): AttemptedDelivery => {
    const { status, error } = result;
    if (error === null) return { id, status, error, state: 'DELIVERED', nextAttemptAt: null };
    const nextAttemptAt = nextAttempt(attempts + 1, result, now);
    return { id, status, error, state: nextAttemptAt === null ? 'FAILED' : 'PENDING', nextAttemptAt };
  });
  const results = answered.map(({ result }) => result);
  await store.record(webhook, attempted, judge(webhook, results, now), now);
}

/** Returns the health of a webhook after a round of attempts. */
function judge(webhook: RunningWebhook, results: readonly Attempt[], now: number): Health {
  const isGone = results.some(({ status }) => status === gone);
  if (!isGone && results.some(({ error }) => error === null))
    return {
      ...{ failures: 0, failingSince: null, pausedUntil: null, disabledReason: null },
      hasRecovered: webhook.failures >= outageRounds,
    };
  const [failures, failingSince] = [webhook.failures + 1, webhook.failingSince ?? now];
  let disabledReason: string | null = null;
  if (isGone) disabledReason = `the endpoint answered with status ${gone}`;
  else if (now - failingSince >= maxFailingMs)
    disabledReason = `all attempts of three days have failed, the last one because of: ${results[0]!.error}`;
  const pausedUntil = pauseUntil(failures, results, now);
  return { failures, failingSince, pausedUntil, disabledReason, hasRecovered: false };
}

import { randomBytes, randomUUID } from 'node:crypto';
import type { Actor } from '../core/actor.js';
import { lacking, mayManageWebhooks } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { badRequest, conflict } from '../core/errors.js';
import { checkPage } from '../core/pagination.js';
import { isName, nameRule } from '../core/text.js';
import { quoted } from '../core/urn.js';
import type { Visibility } from '../visibility/visibility.js';
import { type AddressRules, parseEndpoint } from './addresses.js';
import { type GivenFilter, parseFilter } from './filter.js';
import type { Message } from './post.js';
import { newSecret, type Secrets } from './secrets.js';
import type { Attempt } from './send.js';
import type { Delivery, ListedWebhook, ReadPause } from './webhook.js';
import { noWebhook, type SecretWebhook, type WebhookStore } from './webhook-store.js';

export type Given<T> = T | null | undefined;

/** The changes in their order, as far as webhooks need them here. */
export interface Log {
  /** Numbers everything that is committed. @returns the number of the last change */
  end(actor: Actor): Promise<number>;
  /** Returns the number of the first change from a time on; null: there is none yet. */
  firstSince(time: number): Promise<number | null>;
}

export interface ManageDeps {
  readonly store: WebhookStore;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly rules: AddressRules;
  readonly clock: Clock;
  readonly visibility: Visibility;
  readonly readPause: ReadPause;
  readonly pageSizeMax: number;
  /** Whether changes are recorded. */
  readonly isRecorded: boolean;
  /** Sends one message, when other attempts leave room for it. */
  attempt(message: Message, signal: AbortSignal): Promise<Attempt>;
}

export interface NewEndpoint extends GivenFilter {
  readonly name: string;
  readonly url: string;
}

interface PageRequest {
  readonly start?: Given<number>;
  readonly count?: Given<number>;
}

export function webhookManagement(deps: ManageDeps) {
  const { store, log, secrets, clock, readPause, pageSizeMax } = deps;

  /** Returns a webhook to a caller who may manage it. @throws UNAUTHORIZED, NOT_FOUND */
  async function find(actor: Actor, id: string): Promise<SecretWebhook> {
    checkRight(actor);
    const webhook = await store.find(id);
    if (!webhook) throw noWebhook(id);
    return webhook;
  }

  /** @throws CONFLICT when nothing may be sent for a webhook */
  async function checkSending(webhook: SecretWebhook): Promise<void> {
    const reason = await readPause(webhook);
    if (reason === null) return;
    const end = webhook.pausedBy === null ? 'take it over' : 'resume it';
    throw conflict(`the webhook ${quoted(webhook.id)} is paused, because ${reason}; ${end} first`);
  }

  return {
    /** Returns the id of a new webhook, and its secret, which cannot be read again. @throws UNAUTHORIZED, BAD_REQUEST */
    async create(
      actor: Actor,
      { name, url, ...filter }: NewEndpoint,
    ): Promise<{ readonly id: string; readonly secret: string }> {
      checkRight(actor);
      if (!deps.isRecorded)
        throw badRequest(
          'changes are not recorded, so a webhook would receive nothing: set CHANGE_EVENTS=true',
        );
      checkWebhookName(name);
      const [id, secret] = [randomUUID(), newSecret()];
      const webhook = { id, name, url: parseEndpoint(url, deps.rules), filter: parseFilter(filter) };
      // A new key could not decrypt the secrets that there are.
      if ((await store.count()) === 0) secrets.makeKey();
      const encrypted = secrets.encrypt(secret, id);
      const readTo = await log.end(actor);
      const created = { createdAt: clock(), createdBy: actor.urn };
      await store.create({ ...webhook, ...created, secret: encrypted, readTo }, actor);
      return { id, secret };
    },

    /** Returns a page of webhooks, the oldest first. @throws UNAUTHORIZED, BAD_REQUEST */
    async list(actor: Actor, { start, count }: PageRequest) {
      checkRight(actor);
      const page = checkPage(start, count, pageSizeMax);
      const { total, webhooks } = await store.page(page);
      const listed = webhooks.map(
        async (one): Promise<ListedWebhook> => ({
          ...one,
          previousSecretUntil: (one.previousSecretUntil ?? 0) > clock() ? one.previousSecretUntil : null,
          pausedReason: await readPause(one),
        }),
      );
      return { ...page, total, webhooks: await Promise.all(listed) };
    },

    /** Deletes a webhook with its deliveries. @throws UNAUTHORIZED, NOT_FOUND */
    async delete(actor: Actor, id: string): Promise<true> {
      checkRight(actor);
      if (!(await store.delete(id, actor))) throw noWebhook(id);
      return true;
    },

    /**
     * Sends one test message, also to a webhook that is disabled, or paused by hand.
     *
     * @throws UNAUTHORIZED, NOT_FOUND, CONFLICT when its owner may not send
     */
    async test(actor: Actor, webhookId: string): Promise<Delivery> {
      const webhook = await find(actor, webhookId);
      await checkSending({ ...webhook, pausedBy: null });
      const now = clock();
      const valid = secrets.decryptValid(webhook, now);
      const id = `msg_${randomBytes(16).toString('hex')}`;
      const type = 'webhook.test';
      const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data: {} });
      const late = new AbortController();
      const forget = actor.deadline?.onPass(() => late.abort());
      const { status, error } = await deps
        .attempt({ url: webhook.url, id, secrets: valid, body, now }, late.signal)
        .finally(forget);
      const delivery = {
        ...{ id, type, time: now, entityUrn: null, attempts: 1, attemptedAt: now, nextAttemptAt: null },
        ...{ state: error === null ? ('DELIVERED' as const) : ('FAILED' as const), status, error },
      };
      await store.addTest(webhook.id, { ...delivery, body }, actor);
      return delivery;
    },

    /** Returns a page of the deliveries of a webhook that the caller may see, the newest first. @throws UNAUTHORIZED, NOT_FOUND, BAD_REQUEST */
    async deliveries(actor: Actor, id: string, { start, count }: PageRequest) {
      const webhook = await find(actor, id);
      const page = checkPage(start, count, pageSizeMax);
      return { ...page, ...(await store.deliveries(webhook.id, page, deps.visibility.limit(actor))) };
    },

    /**
     * Sends a delivery again, or all changes since a time, and enables a disabled webhook, which goes on where it has
     * stopped. Ids stay the same.
     *
     * @throws UNAUTHORIZED, NOT_FOUND, BAD_REQUEST, CONFLICT when it is paused
     */
    async replay(
      actor: Actor,
      id: string,
      { deliveryId, sinceMillis }: { deliveryId?: Given<string>; sinceMillis?: Given<number> },
    ): Promise<true> {
      const webhook = await find(actor, id);
      await checkSending(webhook);
      if ((deliveryId == null) === (sinceMillis == null))
        throw badRequest('expected either deliveryId or sinceMillis');
      if (sinceMillis != null && sinceMillis < 0)
        throw badRequest(`sinceMillis is ${sinceMillis}; expected milliseconds since the epoch`);
      const now = clock();
      if (deliveryId != null) await store.replay(webhook, { deliveryId }, now, actor);
      else {
        const first = await log.firstSince(sinceMillis!);
        await store.replay(webhook, { readTo: first === null ? null : first - 1 }, now, actor);
      }
      return true;
    },
  };
}

export function checkWebhookName(name: string): void {
  if (!isName(name)) throw badRequest(`name is ${quoted(name)}; ${nameRule}`);
}

export function checkRight(actor: Actor): void {
  if (!mayManageWebhooks(actor)) throw lacking(actor, 'manage webhooks', ['MANAGE_WEBHOOKS']);
}

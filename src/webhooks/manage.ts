import { randomBytes, randomUUID } from 'node:crypto';
import type { Actor } from '../core/actor.js';
import { lacking, mayManageWebhooks } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { badRequest, conflict } from '../core/errors.js';
import { checkPage } from '../core/pagination.js';
import { isName, nameRule } from '../core/text.js';
import { quoted } from '../core/urn.js';
import type { AddressRules } from './addresses.js';
import { type GivenFilter, parseFilter } from './filter.js';
import type { ReadPause } from './owner.js';
import { newSecret, type Secrets } from './secrets.js';
import type { Attempt, Message } from './send.js';
import { parseEndpoint } from './url.js';
import type { Delivery, ListedWebhook, Webhook } from './webhook.js';
import { noWebhook, type SecretWebhook, type WebhookStore } from './webhook-store.js';

type Given<T> = T | null | undefined;

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

/** Refuses callers without the privilege. @throws UNAUTHORIZED */
export function checkRight(actor: Actor): void {
  if (!mayManageWebhooks(actor)) throw lacking(actor, 'manage webhooks', ['MANAGE_WEBHOOKS']);
}

/** Returns a webhook to a caller who may manage it. @throws UNAUTHORIZED, NOT_FOUND */
async function find({ store }: ManageDeps, actor: Actor, id: string) {
  checkRight(actor);
  const webhook = await store.find(id);
  if (!webhook) throw noWebhook(id);
  return webhook;
}

/** Returns a webhook that may send. @throws UNAUTHORIZED, NOT_FOUND, CONFLICT when its owner may not */
async function findSending(deps: ManageDeps, actor: Actor, id: string): Promise<SecretWebhook> {
  const webhook = await find(deps, actor, id);
  const reason = await deps.readPause(webhook);
  if (reason !== null)
    throw conflict(`the webhook ${quoted(id)} is paused, because ${reason}; take it over first`);
  return webhook;
}

/** Returns the id of a new webhook, and its secret, which cannot be read again. @throws UNAUTHORIZED, BAD_REQUEST */
export const createWebhook =
  (deps: ManageDeps) =>
  async (
    actor: Actor,
    { name, url, ...filter }: NewEndpoint,
  ): Promise<{ readonly id: string; readonly secret: string }> => {
    checkRight(actor);
    if (!deps.isRecorded)
      throw badRequest(
        'changes are not recorded, so a webhook would receive nothing: set CHANGE_EVENTS=true',
      );
    if (!isName(name)) throw badRequest(`name is ${quoted(name)}; ${nameRule}`);
    const [id, secret] = [randomUUID(), newSecret()];
    const webhook = { id, name, url: parseEndpoint(url, deps.rules), filter: parseFilter(filter) };
    // A new key could not decrypt the secrets that there are.
    if ((await deps.store.count()) === 0) deps.secrets.makeKey();
    const encrypted = deps.secrets.encrypt(secret, id);
    const readTo = await deps.log.end(actor);
    const created = { createdAt: deps.clock(), createdBy: actor.urn };
    await deps.store.create({ ...webhook, ...created, secret: encrypted, readTo }, actor);
    return { id, secret };
  };

/** Returns a page of webhooks, the oldest first. @throws UNAUTHORIZED, BAD_REQUEST */
export const listWebhooks =
  ({ store, pageSizeMax, readPause }: ManageDeps) =>
  async (actor: Actor, { start, count }: { start?: Given<number>; count?: Given<number> }) => {
    checkRight(actor);
    const page = checkPage(start, count, pageSizeMax);
    const { total, webhooks } = await store.page(page);
    const listed = webhooks.map(
      async (one): Promise<ListedWebhook> => ({ ...one, pausedReason: await readPause(one) }),
    );
    return { ...page, total, webhooks: await Promise.all(listed) };
  };

/** Deletes a webhook with its deliveries. @throws UNAUTHORIZED, NOT_FOUND */
export const deleteWebhook =
  ({ store }: ManageDeps) =>
  async (actor: Actor, id: string): Promise<true> => {
    checkRight(actor);
    if (!(await store.delete(id, actor))) throw noWebhook(id);
    return true;
  };

/** Sends one test message, also to a disabled webhook. @throws UNAUTHORIZED, NOT_FOUND, CONFLICT when it is paused */
export const testWebhook =
  (deps: ManageDeps) =>
  async (actor: Actor, webhookId: string): Promise<Delivery> => {
    const webhook = await findSending(deps, actor, webhookId);
    const secret = deps.secrets.decrypt(webhook.secret, webhook.id);
    const now = deps.clock();
    const id = `msg_${randomBytes(16).toString('hex')}`;
    const type = 'webhook.test';
    const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data: {} });
    const late = new AbortController();
    const forget = actor.deadline?.onPass(() => late.abort());
    const { status, error } = await deps
      .attempt({ url: webhook.url, id, secret, body, now }, late.signal)
      .finally(forget);
    const delivery = {
      ...{ id, type, time: now, entityUrn: null, attempts: 1, attemptedAt: now, nextAttemptAt: null },
      ...{ state: error === null ? ('DELIVERED' as const) : ('FAILED' as const), status, error },
    };
    await deps.store.addTest(webhook.id, { ...delivery, body }, actor);
    return delivery;
  };

/** Returns a page of the deliveries of a webhook, the newest first. @throws UNAUTHORIZED, NOT_FOUND, BAD_REQUEST */
export const webhookDeliveries =
  (deps: ManageDeps) =>
  async (actor: Actor, id: string, { start, count }: { start?: Given<number>; count?: Given<number> }) => {
    const webhook = await find(deps, actor, id);
    const page = checkPage(start, count, deps.pageSizeMax);
    return { ...page, ...(await deps.store.deliveries(webhook.id, page)) };
  };

/**
 * Sends a delivery again, or all changes since a time, and enables a disabled webhook, which goes on where it has
 * stopped. Ids stay the same.
 *
 * @throws UNAUTHORIZED, NOT_FOUND, BAD_REQUEST, CONFLICT when it is paused
 */
export const replayWebhook =
  (deps: ManageDeps) =>
  async (
    actor: Actor,
    id: string,
    { deliveryId, sinceMillis }: { deliveryId?: Given<string>; sinceMillis?: Given<number> },
  ): Promise<true> => {
    const webhook: Webhook = await findSending(deps, actor, id);
    if ((deliveryId == null) === (sinceMillis == null))
      throw badRequest('expected either deliveryId or sinceMillis');
    if (sinceMillis != null && sinceMillis < 0)
      throw badRequest(`sinceMillis is ${sinceMillis}; expected milliseconds since the epoch`);
    const now = deps.clock();
    if (deliveryId != null) await deps.store.replay(webhook, { deliveryId }, now, actor);
    else {
      const first = await deps.log.firstSince(sinceMillis!);
      await deps.store.replay(webhook, { readTo: first === null ? null : first - 1 }, now, actor);
    }
    return true;
  };

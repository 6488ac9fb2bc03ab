import type { Actor, ReadActor } from '../core/actor.js';
import { mayManageWebhooks } from '../core/authorization.js';

/** Lists of a filter; empty: any. */
export const filterNames = [
  'categories',
  'operations',
  'entityTypes',
  'tagUrns',
  'platforms',
  'containers',
] as const;

/** The changes that a webhook receives: those that match every list that has values. */
export type WebhookFilter = Readonly<Record<(typeof filterNames)[number], readonly string[]>>;

export interface Webhook {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly filter: WebhookFilter;
  /** ms since the epoch */
  readonly createdAt: number;
  readonly createdBy: string;
  /** The user on whose behalf it sends, at first its creator; null: that user was removed. */
  readonly ownerUrn: string | null;
  /** Null: it is enabled. */
  readonly disabledReason: string | null;
  /** Who paused it by hand; null: it is not paused by hand. */
  readonly pausedBy: string | null;
  /** Rounds of attempts since the last success. */
  readonly failures: number;
  /** Since when no attempt has succeeded, in ms since the epoch; null: the last one has. */
  readonly failingSince: number | null;
  /** When the endpoint last accepted a change, in ms since the epoch; null: never. */
  readonly deliveredAt: number | null;
  /** Until when messages are signed with the secret before the last rotation too, in ms since the epoch. */
  readonly previousSecretUntil: number | null;
}

/** The states of a webhook. DISABLED: because of its endpoint; PAUSED: because of its owner, or by hand. */
export const webhookStates = ['ENABLED', 'PAUSED', 'DISABLED'] as const;

/** A webhook with what depends on its owner's rights at the moment. */
export interface ListedWebhook extends Webhook {
  /** Null: it is not paused. */
  readonly pausedReason: string | null;
}

/** The state of a delivery. FAILED: it is not tried again, unless somebody replays it. */
export const deliveryStates = ['PENDING', 'DELIVERED', 'FAILED'] as const;

export interface Delivery {
  /** The `webhook-id` of every attempt. */
  readonly id: string;
  readonly type: string;
  /** Of the change, in ms since the epoch. */
  readonly time: number;
  readonly entityUrn: string | null;
  readonly state: (typeof deliveryStates)[number];
  readonly attempts: number;
  /** ms since the epoch; null: never. */
  readonly attemptedAt: number | null;
  /** ms since the epoch; null: it is done. */
  readonly nextAttemptAt: number | null;
  /** The HTTP status of the last attempt; null: there was no answer. */
  readonly status: number | null;
  /** Why the last attempt failed. */
  readonly error: string | null;
}

/** Webhooks in all. */
export const maxWebhooks = 50;
/** Values of one list of a filter. */
export const maxFilterValues = 100;

/** The subject of audit events. */
export const webhookUrn = (id: string): string => `urn:li:dataHubWebhook:${id}`;

/** The facts on which the owner's right to send is based, of one moment. */
export interface Owned {
  /** Null: the owner was removed. A new user with the same URN is not the owner. */
  readonly ownerUrn: string | null;
  readonly ownerState: 'ACTIVE' | 'SUSPENDED' | 'REMOVED' | null;
  readonly ownerGroups: readonly string[];
  readonly policyVersion: number;
}

/** Returns the owner of a webhook, which has one, with the rights of that moment. */
export type ReadOwner = (webhook: Owned) => Promise<Actor>;

export const owners =
  (readActor: ReadActor): ReadOwner =>
  ({ ownerUrn, ownerGroups, policyVersion }) =>
    readActor({ urn: ownerUrn!, groups: ownerGroups, policyVersion });

/** Returns why nothing is sent on behalf of a webhook's owner; null: it may be. */
export type ReadPause = (webhook: Owned & Pick<Webhook, 'pausedBy'>) => Promise<string | null>;

/**
 * A webhook sends for its owner, so its owner needs what a caller needs: to be active, and to have Manage Webhooks under
 * the current policies. Nothing of this is stored, so every change of it counts at once, in every process. Unlike this, a
 * pause by hand is stored, and lasts until a manager ends it.
 */
export const pauses =
  (readOwner: ReadOwner): ReadPause =>
  async (webhook) => {
    const { ownerUrn, ownerState, pausedBy } = webhook;
    if (pausedBy !== null) return `${pausedBy} paused it`;
    if (ownerUrn === null || ownerState === null || ownerState === 'REMOVED') return 'its owner was removed';
    if (ownerState === 'SUSPENDED') return `its owner ${ownerUrn} is suspended`;
    return mayManageWebhooks(await readOwner(webhook)) ? null : `its owner ${ownerUrn} lacks Manage Webhooks`;
  };

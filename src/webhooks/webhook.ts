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
  /** Since when no attempt has succeeded, in ms since the epoch; null: the last one has. */
  readonly failingSince: number | null;
}

/** The states of a webhook. DISABLED: because of its endpoint; PAUSED: because of its owner. */
export const webhookStates = ['ENABLED', 'PAUSED', 'DISABLED'] as const;

/** A webhook with what depends on its owner's rights at the moment. */
export interface ListedWebhook extends Webhook {
  /** Null: the owner may still send. */
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

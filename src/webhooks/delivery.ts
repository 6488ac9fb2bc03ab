import { createHash } from 'node:crypto';
import type { EntityChangeEvent } from '../history/events/entity-change.js';
import type { NumberedChange } from '../history/log-store.js';
import type { Attempt } from './send.js';

/** A change to deliver to a webhook. */
export interface NewDelivery {
  readonly id: string;
  /** The number of the change. */
  readonly position: number;
  readonly entityUrn: string;
  readonly type: string;
  readonly time: number;
  readonly body: string;
}

/** A delivery whose time has come. */
export interface DueDelivery {
  readonly id: string;
  /** Null: a test that is replayed. */
  readonly entityUrn: string | null;
  readonly body: string;
  readonly attempts: number;
}

/** What becomes of a delivery after an attempt. */
export interface AttemptedDelivery extends Pick<Attempt, 'status' | 'error'> {
  readonly id: string;
  readonly state: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly nextAttemptAt: number | null;
}

/** What becomes of a webhook after a round of attempts. */
export interface Health {
  readonly failures: number;
  readonly failingSince: number | null;
  readonly pausedUntil: number | null;
  readonly disabledReason: string | null;
  /** Whether the endpoint works again, so that what waits for another attempt is due. */
  readonly hasRecovered: boolean;
}

/** Of the body of a message. Standard Webhooks asks for less than 20 kB. */
const maxBodyBytes = 20_000;

/** Returns the message of a change for one webhook. Its id is the same whenever the change is sent. */
export function toDelivery(
  webhookId: string,
  epoch: string,
  change: NumberedChange,
  event: EntityChangeEvent,
): NewDelivery {
  const type = `entity.${event.category}.${event.operation}`.toLowerCase();
  const timestamp = new Date(change.time).toISOString();
  const whole = JSON.stringify({ type, timestamp, data: event });
  const { parameters, ...short } = event;
  const body =
    Buffer.byteLength(whole) < maxBodyBytes
      ? whole
      : JSON.stringify({ type, timestamp, data: { ...short, truncated: true } });
  const id = createHash('sha256').update(`${webhookId} ${epoch} ${change.seq}`).digest('hex').slice(0, 32);
  const { seq: position, entityUrn, time } = change;
  return { id: `msg_${id}`, position, entityUrn, type, time, body };
}

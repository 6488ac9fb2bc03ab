import { createHash } from 'node:crypto';
import type { EntityChangeEvent } from '../history/events/entity-change.js';
import type { NumberedChange } from '../history/log-store.js';
import type { NewDelivery } from './delivery.js';

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

import type { Delivery, Webhook } from '../../client/webhook.js';
import { type Columns, formatTime } from './output.js';

export const webhookColumns: Columns<Webhook> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  url: ({ url }) => url,
  receives: ({ categories, operations, entityTypes, tagUrns, platforms, containers }) =>
    [categories, operations, entityTypes, tagUrns, platforms, containers]
      .filter((list) => list.length > 0)
      .map((list) => list.join(' or '))
      .join(', ') || 'everything',
  state: ({ disabledReason, pausedReason, failingSince }) => {
    if (disabledReason !== null) return `disabled: ${disabledReason}`;
    if (pausedReason !== null) return `paused: ${pausedReason}`;
    return failingSince === null ? 'enabled' : `failing since ${formatTime(failingSince)}`;
  },
  owner: ({ owner }) => owner?.urn,
};

export const deliveryColumns: Columns<Delivery> = {
  id: ({ id }) => id,
  time: ({ time }) => formatTime(time),
  type: ({ type }) => type,
  entity: ({ entityUrn }) => entityUrn,
  state: ({ state }) => state,
  attempts: ({ attempts }) => String(attempts),
  result: ({ status, error }) => error ?? (status === null ? '' : String(status)),
  next: ({ nextAttemptAt }) => (nextAttemptAt === null ? '' : formatTime(nextAttemptAt)),
};

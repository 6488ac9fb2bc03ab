import {
  type Delivery,
  deliveryStates,
  filterNames,
  type ListedWebhook,
  webhookStates,
} from '../../webhooks/webhook.js';
import { builder } from './builder.js';
import { enumValues } from './enum-values.js';
import { nonNull, pageArgs, pageFields, required } from './kit.js';
import { optionalReference, reference } from './reference.js';

export const filterTexts: Readonly<Record<(typeof filterNames)[number], string>> = {
  categories: 'Kinds of changes, such as `TAG`.',
  operations: 'Such as `ADD` or `REMOVE`.',
  entityTypes: 'Types of entities, such as `dataset`; `schemaField` for changes of columns only.',
  tagUrns: 'Tags that are added or removed, or that change themselves.',
  platforms: 'Platforms of the entities: URNs or names.',
  containers: 'Containers that the entities are in, directly or not, when the change is read.',
};

const WebhookState = builder.enumType('WebhookState', {
  description: 'Whether a webhook receives changes.',
  values: enumValues(webhookStates, {
    ENABLED: 'It receives changes.',
    PAUSED:
      'Its owner may not send any more, or it is paused by hand. It keeps its place, and goes on when the owner may, when ' +
      'it is taken over, or when it is resumed.',
    DISABLED: 'Its endpoint did not accept messages. A replay enables it.',
  }),
});

const readState = ({ disabledReason, pausedReason }: ListedWebhook) => {
  if (disabledReason !== null) return 'DISABLED';
  return pausedReason === null ? 'ENABLED' : 'PAUSED';
};

export const Webhook = builder.objectRef<ListedWebhook>('Webhook').implement({
  description: 'An endpoint that receives changes of metadata, and which. Empty lists match everything.',
  fields: (t) => ({
    id: t.exposeString('id', nonNull('The id of the webhook.')),
    name: t.exposeString('name', nonNull('The display name.')),
    url: t.exposeString('url', nonNull('The address of the endpoint.')),
    ...Object.fromEntries(
      filterNames.map((name) => [
        name,
        t.stringList({
          nullable: false,
          description: filterTexts[name],
          resolve: ({ filter }) => [...filter[name]],
        }),
      ]),
    ),
    enabled: t.boolean({
      ...nonNull('Whether it receives changes: whether its state is ENABLED.'),
      resolve: (webhook) => readState(webhook) === 'ENABLED',
    }),
    state: t.field({
      ...nonNull('Whether it receives changes.', WebhookState),
      resolve: readState,
    }),
    disabledReason: t.exposeString('disabledReason', { description: 'Why it was disabled.' }),
    pausedReason: t.exposeString('pausedReason', {
      description: 'Why it is paused; null: it is not.',
    }),
    pausedBy: t.field(
      optionalReference(
        'The user who paused it by hand; null: it is not paused by hand.',
        ({ pausedBy }) => pausedBy,
      ),
    ),
    failures: t.exposeInt(
      'failures',
      nonNull('The number of rounds of attempts that have failed since the last success.'),
    ),
    failingSince: t.expose('failingSince', {
      type: 'Long',
      description:
        'When the attempts began to fail, in milliseconds since the epoch; null: the last one has succeeded.',
    }),
    lastDeliveredAt: t.expose('deliveredAt', {
      type: 'Long',
      description:
        'When the endpoint last accepted a change, in milliseconds since the epoch; null: never. Tests do not count.',
    }),
    previousSecretUntil: t.expose('previousSecretUntil', {
      type: 'Long',
      description:
        'Until when messages are also signed with the secret before the last rotation, in milliseconds since the epoch; ' +
        'null: they are not.',
    }),
    createdAt: t.expose(
      'createdAt',
      nonNull('The time of its creation, in milliseconds since the epoch.', 'Long'),
    ),
    createdBy: t.field(reference('Who created it.', ({ createdBy }) => createdBy)),
    owner: t.field(
      optionalReference(
        'The user on whose behalf it sends, at first its creator; null: that user was removed.',
        ({ ownerUrn }) => ownerUrn,
      ),
    ),
  }),
});

const WebhookDeliveryState = builder.enumType('WebhookDeliveryState', {
  description: 'The state of a delivery.',
  values: enumValues(deliveryStates, {
    PENDING: 'It will be attempted, or attempted again.',
    DELIVERED: 'The endpoint has accepted it.',
    FAILED: 'It is not attempted any more.',
  }),
});

export const WebhookDelivery = builder.objectRef<Delivery>('WebhookDelivery').implement({
  description: 'One message to a webhook, and what became of it.',
  fields: (t) => ({
    id: t.exposeString('id', nonNull('The `webhook-id` of all of its attempts.')),
    type: t.exposeString('type', nonNull('The type of the message, such as `entity.tag.add`.')),
    time: t.expose('time', nonNull('The time of the change, in milliseconds since the epoch.', 'Long')),
    entityUrn: t.exposeString('entityUrn', { description: 'The changed entity; null for a test.' }),
    state: t.expose('state', nonNull('What became of it.', WebhookDeliveryState)),
    attempts: t.exposeInt('attempts', nonNull('The number of attempts.')),
    attemptedAt: t.expose('attemptedAt', {
      type: 'Long',
      description: 'The time of the last attempt, in milliseconds since the epoch.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'Long',
      description: 'The time of the next attempt at the earliest, in milliseconds since the epoch.',
    }),
    status: t.exposeInt('status', {
      description: 'The HTTP status of the last answer; null: there was no answer.',
    }),
    error: t.exposeString('error', { description: 'Why the last attempt failed.' }),
  }),
});

interface Page {
  readonly start: number;
  readonly count: number;
  readonly total: number;
}

const ListWebhooksResult = builder
  .objectRef<Page & { readonly webhooks: readonly ListedWebhook[] }>('ListWebhooksResult')
  .implement({
    description: 'A page of webhooks.',
    fields: (t) => ({
      ...pageFields(t, 'webhooks', 'webhooks'),
      webhooks: t.field({
        ...nonNull('The page, the oldest first.', [Webhook]),
        resolve: ({ webhooks }, _, { answer }, info) => answer.addList(webhooks, info),
      }),
    }),
  });

const WebhookDeliveriesResult = builder
  .objectRef<Page & { readonly deliveries: readonly Delivery[] }>('WebhookDeliveriesResult')
  .implement({
    description: 'A page of deliveries.',
    fields: (t) => ({
      ...pageFields(t, 'deliveries', 'stored deliveries'),
      deliveries: t.field({
        ...nonNull('The page, the newest first.', [WebhookDelivery]),
        resolve: ({ deliveries }, _, { answer }, info) => answer.addList(deliveries, info),
      }),
    }),
  });

builder.queryFields((t) => ({
  listWebhooks: t.field({
    ...nonNull('Returns webhooks, the oldest first. Needs Manage Webhooks.', ListWebhooksResult),
    args: {
      ...pageArgs(t.arg, 'webhooks'),
    },
    resolve: (_, page, { services, actor }) => services.webhooks.list(actor, page),
  }),
  webhookDeliveries: t.field({
    type: WebhookDeliveriesResult,
    nullable: false,
    description: 'Returns the deliveries of a webhook, the newest first. Needs Manage Webhooks.',
    args: {
      id: t.arg.string(required('The id of the webhook.')),
      ...pageArgs(t.arg, 'deliveries'),
    },
    resolve: (_, { id, ...page }, { services, actor }) => services.webhooks.deliveries(actor, id, page),
  }),
}));

import { defaultPageSize } from '../../core/pagination.js';
import {
  type Delivery,
  deliveryStates,
  filterNames,
  type ListedWebhook,
  webhookStates,
} from '../../webhooks/webhook.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { enumValues } from './enum-values.js';
import { referencedEntity } from './referenced-entity.js';

const filterTexts: Readonly<Record<(typeof filterNames)[number], string>> = {
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
      'Its owner may not send any more. It keeps its place, and goes on when the owner may, or when it is taken over.',
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
    id: t.exposeString('id', { nullable: false, description: 'The id of the webhook.' }),
    name: t.exposeString('name', { nullable: false, description: 'The display name.' }),
    url: t.exposeString('url', { nullable: false, description: 'The address of the endpoint.' }),
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
      nullable: false,
      description: 'Whether it receives changes: whether its state is ENABLED.',
      resolve: (webhook) => readState(webhook) === 'ENABLED',
    }),
    state: t.field({
      type: WebhookState,
      nullable: false,
      description: 'Whether it receives changes.',
      resolve: readState,
    }),
    disabledReason: t.exposeString('disabledReason', { description: 'Why it was disabled.' }),
    pausedReason: t.exposeString('pausedReason', {
      description: 'Why its owner may not send; null: the owner may.',
    }),
    failingSince: t.field({
      type: 'Long',
      description:
        'When the attempts began to fail, in milliseconds since the epoch; null: the last one has succeeded.',
      resolve: ({ failingSince }) => failingSince,
    }),
    createdAt: t.field({
      type: 'Long',
      nullable: false,
      description: 'The time of its creation, in milliseconds since the epoch.',
      resolve: ({ createdAt }) => createdAt,
    }),
    createdBy: t.field({
      type: Entity,
      nullable: false,
      description: 'Who created it.',
      resolve: ({ createdBy }, _, context, info) => referencedEntity(createdBy, context, info),
    }),
    owner: t.field({
      type: Entity,
      description: 'The user on whose behalf it sends, at first its creator; null: that user was removed.',
      resolve: ({ ownerUrn }, _, context, info) =>
        ownerUrn === null ? null : referencedEntity(ownerUrn, context, info),
    }),
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
    id: t.exposeString('id', { nullable: false, description: 'The `webhook-id` of all of its attempts.' }),
    type: t.exposeString('type', {
      nullable: false,
      description: 'The type of the message, such as `entity.tag.add`.',
    }),
    time: t.field({
      type: 'Long',
      nullable: false,
      description: 'The time of the change, in milliseconds since the epoch.',
      resolve: ({ time }) => time,
    }),
    entityUrn: t.exposeString('entityUrn', { description: 'The changed entity; null for a test.' }),
    state: t.field({
      type: WebhookDeliveryState,
      nullable: false,
      description: 'What became of it.',
      resolve: ({ state }) => state,
    }),
    attempts: t.exposeInt('attempts', { nullable: false, description: 'The number of attempts.' }),
    attemptedAt: t.field({
      type: 'Long',
      description: 'The time of the last attempt, in milliseconds since the epoch.',
      resolve: ({ attemptedAt }) => attemptedAt,
    }),
    nextAttemptAt: t.field({
      type: 'Long',
      description: 'The time of the next attempt at the earliest, in milliseconds since the epoch.',
      resolve: ({ nextAttemptAt }) => nextAttemptAt,
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
      start: t.exposeInt('start', { nullable: false, description: 'The number of skipped webhooks.' }),
      count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
      total: t.exposeInt('total', { nullable: false, description: 'The number of webhooks.' }),
      webhooks: t.field({
        type: [Webhook],
        nullable: false,
        description: 'The page, the oldest first.',
        resolve: ({ webhooks }, _, { answer }, info) =>
          answer.addList(webhooks, (one) => one.url.length + JSON.stringify(one.filter).length, info),
      }),
    }),
  });

const WebhookDeliveriesResult = builder
  .objectRef<Page & { readonly deliveries: readonly Delivery[] }>('WebhookDeliveriesResult')
  .implement({
    description: 'A page of deliveries.',
    fields: (t) => ({
      start: t.exposeInt('start', { nullable: false, description: 'The number of skipped deliveries.' }),
      count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
      total: t.exposeInt('total', { nullable: false, description: 'The number of stored deliveries.' }),
      deliveries: t.field({
        type: [WebhookDelivery],
        nullable: false,
        description: 'The page, the newest first.',
        resolve: ({ deliveries }, _, { answer }, info) =>
          answer.addList(
            deliveries,
            ({ entityUrn, error }) => 200 + (entityUrn?.length ?? 0) + (error?.length ?? 0),
            info,
          ),
      }),
    }),
  });

builder.queryField('listWebhooks', (t) =>
  t.field({
    type: ListWebhooksResult,
    nullable: false,
    description: 'Returns webhooks, the oldest first. Needs Manage Webhooks.',
    args: {
      start: t.arg.int({ defaultValue: 0, description: 'The number of webhooks to skip.' }),
      count: t.arg.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
    },
    resolve: (_, page, { services, actor }) => services.webhooks.list(actor, page),
  }),
);

builder.queryField('webhookDeliveries', (t) =>
  t.field({
    type: WebhookDeliveriesResult,
    nullable: false,
    description: 'Returns the deliveries of a webhook, the newest first. Needs Manage Webhooks.',
    args: {
      id: t.arg.string({ required: true, description: 'The id of the webhook.' }),
      start: t.arg.int({ defaultValue: 0, description: 'The number of deliveries to skip.' }),
      count: t.arg.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
    },
    resolve: (_, { id, ...page }, { services, actor }) => services.webhooks.deliveries(actor, id, page),
  }),
);

import { builder } from './builder.js';
import { WebhookDelivery } from './webhook.js';

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description:
    'The webhook to create. It receives the changes that match every list that is given; an empty list matches ' +
    'everything.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The display name: 1 to 255 characters.' }),
    url: t.string({
      required: true,
      description:
        'The address of the endpoint: https://, or http:// to a network of WEBHOOK_ALLOWED_NETWORKS.',
    }),
    categories: t.stringList({ description: 'Kinds of changes, such as `TAG`.' }),
    operations: t.stringList({ description: 'Such as `ADD` or `REMOVE`.' }),
    entityTypes: t.stringList({
      description: 'Types of entities, such as `dataset`; `schemaField` for changes of columns only.',
    }),
    tagUrns: t.stringList({ description: 'Tags that are added or removed, or that change themselves.' }),
    platforms: t.stringList({ description: 'Platforms of the entities: URNs or names.' }),
    containers: t.stringList({
      description: 'Containers that the entities are in, directly or not, when the change is read.',
    }),
  }),
});

const WebhookCreated = builder
  .objectRef<{ readonly id: string; readonly secret: string }>('WebhookCreated')
  .implement({
    description: 'A new webhook.',
    fields: (t) => ({
      id: t.exposeString('id', { nullable: false, description: 'The id of the webhook.' }),
      secret: t.exposeString('secret', {
        nullable: false,
        description: 'The secret with which receivers verify signatures. It cannot be read again.',
      }),
    }),
  });

builder.mutationField('createWebhook', (t) =>
  t.field({
    type: WebhookCreated,
    nullable: false,
    description: 'Creates a webhook, which receives the changes from now on. Needs Manage Webhooks.',
    args: {
      input: t.arg({ type: CreateWebhookInput, required: true, description: 'The webhook to create.' }),
    },
    resolve: (_, { input }, { services, actor }) => services.webhooks.create(actor, input),
  }),
);

builder.mutationField('deleteWebhook', (t) =>
  t.boolean({
    nullable: false,
    description: 'Deletes a webhook and its deliveries. Needs Manage Webhooks.',
    args: { id: t.arg.string({ required: true, description: 'The id of the webhook.' }) },
    resolve: (_, { id }, { services, actor }) => services.webhooks.delete(actor, id),
  }),
);

builder.mutationField('takeOverWebhook', (t) =>
  t.boolean({
    nullable: false,
    description:
      'Makes the caller the owner of a webhook, which then sends on behalf of the caller. A paused webhook goes on from ' +
      'its place. Needs Manage Webhooks.',
    args: { id: t.arg.string({ required: true, description: 'The id of the webhook.' }) },
    resolve: (_, { id }, { services, actor }) => services.webhooks.takeOver(actor, id),
  }),
);

builder.mutationField('testWebhook', (t) =>
  t.field({
    type: WebhookDelivery,
    nullable: false,
    description: 'Sends one test message at once, and returns what became of it. Needs Manage Webhooks.',
    args: { id: t.arg.string({ required: true, description: 'The id of the webhook.' }) },
    resolve: (_, { id }, { services, actor }) => services.webhooks.test(actor, id),
  }),
);

builder.mutationField('replayWebhook', (t) =>
  t.boolean({
    nullable: false,
    description:
      'Sends a delivery again, or all changes since a time, with the same ids as before. Enables a disabled webhook, ' +
      'which goes on where it has stopped. Needs Manage Webhooks.',
    args: {
      id: t.arg.string({ required: true, description: 'The id of the webhook.' }),
      deliveryId: t.arg.string({ description: 'The delivery to send again.' }),
      sinceMillis: t.arg({
        type: 'Long',
        description: 'The time of the first change to send again, in milliseconds since the epoch.',
      }),
    },
    resolve: (_, { id, ...from }, { services, actor }) => services.webhooks.replay(actor, id, from),
  }),
);

import type { RotatedSecret } from '../../webhooks/change.js';
import { builder, type InputFieldBuilder } from './builder.js';
import { nonNull, required } from './kit.js';
import { filterTexts, WebhookDelivery } from './webhook.js';

const filterFields = (t: InputFieldBuilder) => ({
  categories: t.stringList({ description: filterTexts.categories }),
  operations: t.stringList({ description: filterTexts.operations }),
  entityTypes: t.stringList({ description: filterTexts.entityTypes }),
  tagUrns: t.stringList({ description: filterTexts.tagUrns }),
  platforms: t.stringList({ description: filterTexts.platforms }),
  containers: t.stringList({ description: filterTexts.containers }),
});

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description:
    'The webhook to create. It receives the changes that match every list that is given; an empty list matches ' +
    'everything.',
  fields: (t) => ({
    name: t.string(required('The display name: 1 to 255 characters.')),
    url: t.string(
      required('The address of the endpoint: https://, or http:// to a network of WEBHOOK_ALLOWED_NETWORKS.'),
    ),
    ...filterFields(t),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description:
    'What to change of a webhook. Values that are absent or null stay as they are; an empty list matches everything. ' +
    'Only the owner can change the URL and the lists.',
  fields: (t) => ({
    id: t.string(required('The id of the webhook.')),
    name: t.string({ description: 'The display name: 1 to 255 characters.' }),
    url: t.string({
      description:
        'The address of the endpoint: https://, or http:// to a network of WEBHOOK_ALLOWED_NETWORKS. Messages that wait ' +
        'are sent there.',
    }),
    ...filterFields(t),
  }),
});

const WebhookCreated = builder
  .objectRef<{ readonly id: string; readonly secret: string }>('WebhookCreated')
  .implement({
    description: 'A new webhook.',
    fields: (t) => ({
      id: t.exposeString('id', nonNull('The id of the webhook.')),
      secret: t.exposeString(
        'secret',
        nonNull('The secret with which receivers verify signatures. It cannot be read again.'),
      ),
    }),
  });

const WebhookSecretRotated = builder.objectRef<RotatedSecret>('WebhookSecretRotated').implement({
  description: 'A webhook with a new secret.',
  fields: (t) => ({
    id: t.exposeString('id', nonNull('The id of the webhook.')),
    secret: t.exposeString('secret', nonNull('The new secret. It cannot be read again.')),
    previousSecretUntil: t.expose(
      'previousSecretUntil',
      nonNull(
        'Until when messages are signed with the former secret too, in milliseconds since the epoch.',
        'Long',
      ),
    ),
  }),
});

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: WebhookCreated,
    nullable: false,
    description: 'Creates a webhook, which receives the changes from now on. Needs Manage Webhooks.',
    args: { input: t.arg(required('The webhook to create.', CreateWebhookInput)) },
    resolve: (_, { input }, { services, actor }) => services.webhooks.create(actor, input),
  }),
  updateWebhook: t.boolean({
    nullable: false,
    description:
      'Changes the name, the URL or the filter of a webhook. The filter applies to changes that are read from then on. ' +
      'Needs Manage Webhooks; the URL and the filter can only be changed by the owner.',
    args: { input: t.arg(required('What to change.', UpdateWebhookInput)) },
    resolve: (_, { input }, { services, actor }) => services.webhooks.update(actor, input),
  }),
  pauseWebhook: t.boolean({
    nullable: false,
    description:
      'Pauses a webhook until it is resumed. It keeps its place, as far as the history goes back. Needs Manage Webhooks.',
    args: { id: t.arg.string(required('The id of the webhook.')) },
    resolve: (_, { id }, { services, actor }) => services.webhooks.pause(actor, id),
  }),
  resumeWebhook: t.boolean({
    nullable: false,
    description:
      'Ends a pause by hand: the webhook goes on from its place. A warning says why it still does not send. Needs Manage ' +
      'Webhooks.',
    args: { id: t.arg.string(required('The id of the webhook.')) },
    resolve: (_, { id }, { services, actor }) => services.webhooks.resume(actor, id),
  }),
  rotateWebhookSecret: t.field({
    type: WebhookSecretRotated,
    nullable: false,
    description:
      'Returns a new secret of a webhook. For 24 hours, messages are signed with the former secret too. Needs Manage ' +
      'Webhooks.',
    args: { id: t.arg.string(required('The id of the webhook.')) },
    resolve: (_, { id }, { services, actor }) => services.webhooks.rotateSecret(actor, id),
  }),
  deleteWebhook: t.boolean({
    ...nonNull('Deletes a webhook and its deliveries. Needs Manage Webhooks.'),
    args: { id: t.arg.string(required('The id of the webhook.')) },
    resolve: (_, { id }, { services, actor }) => services.webhooks.delete(actor, id),
  }),
  takeOverWebhook: t.boolean({
    nullable: false,
    description:
      'Makes the caller the owner of a webhook, which then sends on behalf of the caller. A paused webhook goes on from ' +
      'its place. Needs Manage Webhooks.',
    args: { id: t.arg.string(required('The id of the webhook.')) },
    resolve: (_, { id }, { services, actor }) => services.webhooks.takeOver(actor, id),
  }),
  testWebhook: t.field({
    type: WebhookDelivery,
    nullable: false,
    description: 'Sends one test message at once, and returns what became of it. Needs Manage Webhooks.',
    args: { id: t.arg.string(required('The id of the webhook.')) },
    resolve: (_, { id }, { services, actor }) => services.webhooks.test(actor, id),
  }),
  replayWebhook: t.boolean({
    nullable: false,
    description:
      'Sends a delivery again, or all changes since a time, with the same ids as before. Enables a disabled webhook, ' +
      'which goes on where it has stopped. Needs Manage Webhooks.',
    args: {
      id: t.arg.string(required('The id of the webhook.')),
      deliveryId: t.arg.string({ description: 'The delivery to send again.' }),
      sinceMillis: t.arg({
        type: 'Long',
        description: 'The time of the first change to send again, in milliseconds since the epoch.',
      }),
    },
    resolve: (_, { id, ...from }, { services, actor }) => services.webhooks.replay(actor, id, from),
  }),
}));

import { graphql, type ResultOf } from './documents.js';

export const listWebhooks = graphql(`
  query Webhooks($start: Int!, $count: Int!) {
    listWebhooks(start: $start, count: $count) {
      total
      webhooks {
        id
        name
        url
        categories
        operations
        entityTypes
        tagUrns
        platforms
        containers
        enabled
        state
        disabledReason
        pausedReason
        pausedBy {
          urn
        }
        failures
        failingSince
        lastDeliveredAt
        previousSecretUntil
        createdAt
        owner {
          urn
        }
      }
    }
  }
`);
export const listDeliveries = graphql(`
  query WebhookDeliveries($id: String!, $start: Int!, $count: Int!) {
    webhookDeliveries(id: $id, start: $start, count: $count) {
      total
      deliveries {
        id
        type
        time
        entityUrn
        state
        attempts
        attemptedAt
        nextAttemptAt
        status
        error
      }
    }
  }
`);
export const createWebhook = graphql(
  'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }',
);
export const updateWebhook = graphql(
  'mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) }',
);
export const pauseWebhook = graphql('mutation ($id: String!) { pauseWebhook(id: $id) }');
export const resumeWebhook = graphql('mutation ($id: String!) { resumeWebhook(id: $id) }');
export const rotateWebhookSecret = graphql(
  'mutation ($id: String!) { rotateWebhookSecret(id: $id) { id secret previousSecretUntil } }',
);
export const deleteWebhook = graphql('mutation ($id: String!) { deleteWebhook(id: $id) }');
export const takeOverWebhook = graphql('mutation ($id: String!) { takeOverWebhook(id: $id) }');
export const testWebhook = graphql('mutation ($id: String!) { testWebhook(id: $id) { id status error } }');
export const replayWebhook = graphql(`
  mutation ($id: String!, $deliveryId: String, $sinceMillis: Long) {
    replayWebhook(id: $id, deliveryId: $deliveryId, sinceMillis: $sinceMillis)
  }
`);

export type Webhook = ResultOf<typeof listWebhooks>['listWebhooks']['webhooks'][number];
export type Delivery = ResultOf<typeof listDeliveries>['webhookDeliveries']['deliveries'][number];

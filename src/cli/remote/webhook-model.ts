import { graphql, type ResultOf } from '../../client/documents.js';
import { type Columns, formatTime } from './output.js';

export const listDocument = graphql(`
  query ($start: Int!, $count: Int!) {
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
        failingSince
        createdAt
        owner {
          urn
        }
      }
    }
  }
`);
export const deliveriesDocument = graphql(`
  query ($id: String!, $start: Int!, $count: Int!) {
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
export const createDocument = graphql(`
  mutation ($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      id
      secret
    }
  }
`);
export const deleteDocument = graphql('mutation ($id: String!) { deleteWebhook(id: $id) }');
export const takeOverDocument = graphql('mutation ($id: String!) { takeOverWebhook(id: $id) }');
export const testDocument = graphql(`
  mutation ($id: String!) {
    testWebhook(id: $id) {
      id
      status
      error
    }
  }
`);
export const replayDocument = graphql(`
  mutation ($id: String!, $deliveryId: String, $sinceMillis: Long) {
    replayWebhook(id: $id, deliveryId: $deliveryId, sinceMillis: $sinceMillis)
  }
`);

type Webhook = ResultOf<typeof listDocument>['listWebhooks']['webhooks'][number];
type Delivery = ResultOf<typeof deliveriesDocument>['webhookDeliveries']['deliveries'][number];

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

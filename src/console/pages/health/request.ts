import { graphql, type ResultOf } from '../../../client/documents.js';

export const health = graphql(`
  query Health {
    serviceHealth {
      status
      version
      nodeVersion
      uptimeSeconds
      eventLoopDelayMillis
      database {
        kind
        version
        readOnly
        pendingMigrations
      }
      replica {
        up
        lagBytes
        lagSeconds
      }
      connectionPools {
        name
        max
        inUse
        idle
        waiting
      }
      argon2Queues {
        name
        active
        waiting
      }
      search {
        complete
        done
        total
      }
    }
  }
`);

/** Needs Get ES task status API. */
export const truncations = graphql(`
  query RunningTruncations {
    truncationTasks(state: RUNNING, count: 20) {
      total
      deleted
    }
  }
`);

/** Needs Manage Webhooks. */
export const webhooks = graphql(`
  query WebhookStates {
    listWebhooks(count: 100) {
      total
      webhooks {
        name
        state
        pausedBy {
          urn
        }
        failingSince
      }
    }
  }
`);

export type ServiceHealth = ResultOf<typeof health>['serviceHealth'];
export type Truncations = ResultOf<typeof truncations>['truncationTasks'];
export type Webhooks = ResultOf<typeof webhooks>['listWebhooks'];

import { graphql, type ResultOf } from '../../../client/documents.js';

export const list = graphql(`
  query AuditEvents($input: AuditEventsInput!) {
    auditEvents(input: $input) {
      total
      events {
        timeMillis
        kind
        type
        outcome
        actorUrn
        actedForUrn
        subjectUrn
        aspectName
        requestId
        address
        userAgent
        transport
        detail
      }
    }
  }
`);

export type AuditEvent = ResultOf<typeof list>['auditEvents']['events'][number];

import { graphql, type ResultOf } from './documents.js';

export const listAuditEvents = graphql(`
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
        subjectType
        aspectName
        address
        transport
        userAgent
        requestId
        detail
      }
    }
  }
`);

export type AuditEvent = ResultOf<typeof listAuditEvents>['auditEvents']['events'][number];

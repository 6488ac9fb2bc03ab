import type { Answer, Caller } from '../support/catalog.js';

const fields =
  'timeMillis kind type outcome actorUrn actedForUrn subjectUrn subjectType aspectName requestId address userAgent transport detail';

export const auditEvents = (caller: Pick<Caller, 'graphql'>, input: Record<string, unknown> = {}) =>
  caller.graphql(
    `query audit($input: AuditEventsInput!) {
       auditEvents(input: $input) { start count total events { ${fields} } }
     }`,
    { input },
  );

/** Returns the page of an answer. @throws when it is none */
export function readPage({ body }: Answer) {
  if (!body.data?.auditEvents) throw new Error(JSON.stringify(body));
  return body.data.auditEvents;
}

export const searchPath = '/openapi/v1/events/audit/search';

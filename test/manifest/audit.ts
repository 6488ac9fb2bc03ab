import type { Operations } from './operation.js';

const privileges = ['GET_AUDIT_EVENTS'] as const;

export const audit: Operations = {
  'query auditEvents': {
    args: () => ({ input: { types: ['DeleteEntityEvent'], count: 1 } }),
    select: '{ events { type outcome actorUrn subjectUrn } }',
    privileges,
  },
  'POST /openapi/v1/events/audit/search': {
    url: () => '/openapi/v1/events/audit/search?size=1&includeRaw=false&startTime=0&endTime=4102444800000',
    body: () => ({ eventTypes: ['DeleteEntityEvent'] }),
    privileges,
  },
  'GET /openapi/v1/events/poll': {
    url: () => '/openapi/v1/events/poll?topic=PlatformEvent_v1',
    privileges: ['GET_PLATFORM_EVENTS'],
  },
};

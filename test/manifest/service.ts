import type { Operation, Operations } from './operation.js';

const page: Operation = { isOnce: true, isPublic: true };
const open: Operation = { isPublic: true };
/** A browser marks the requests of a page as its own. */
const headers = { 'sec-fetch-site': 'same-origin', host: 'localhost' };

/** The process, its pages, and the sessions of browsers. */
export const service: Operations = {
  'query appConfig': { select: '{ telemetryConfig { enableThirdPartyLogging } }' },
  'query serviceHealth': { select: '{ status database { version } }' },
  'POST /api/graphql': { isOnce: true, body: () => ({ query: '{ __typename }' }) },
  'GET /api/graphql': { isOnce: true, url: () => '/api/graphql?query={__typename}' },
  'GET /config': open,
  'GET /health': open,
  'GET /health/live': open,
  'GET /health/ready': open,
  'GET /metrics': { isOnce: true },
  'GET /': page,
  'GET /about': page,
  'GET /docs': page,
  'GET /graphiql': page,
  'GET /openapi.json': page,
  'GET /assets/:file': { ...page, url: () => '/assets/pages.css' },
  'GET /console': { ...page, url: () => '/console/' },
  'GET /console/*': { ...page, url: () => '/console/tokens' },
  // With the token of the request's body, whoever sends it.
  'POST /console/session': { ...page, headers, body: ({ token }) => ({ token }), events: ['LogInEvent'] },
  // A caller with a token has no session to end.
  'DELETE /console/session': { isOnce: true, answers: 400, events: ['LogOutEvent'] },
  'DELETE /console/sessions': { isOnce: true, events: ['LogOutEvent'] },
};

/** DataHub serves its REST paths without a prefix, with its gateway's and with its frontend's. */
export const restPrefixes = ['', '/gms', '/api/gms'] as const;

/** The kind of clients that read the errors of a path: DataHub's REST clients, GraphQL clients, or any others. */
export type PathFamily = 'restli' | 'graphql' | 'plain';

const restResources = ['aspects', 'entities', 'entitiesV2', 'operations', 'config'];
const restli = new RegExp(`^(?:${restPrefixes.join('|')})/(?:${restResources.join('|')})(?:/|$)`);
const graphql = /^\/api\/graphql\/?$/;

/** @param url the template of a route, or the target of a request, which can be an absolute URL */
export function familyOf(url: string): PathFamily {
  const path = pathOf(url);
  if (graphql.test(path)) return 'graphql';
  return restli.test(path) ? 'restli' : 'plain';
}

const pathOf = (url: string) =>
  url
    .replace(/^https?:\/\/[^/?]*/i, '')
    .replace(/[?#].*/s, '')
    .replace(/\/{2,}/g, '/');

import { prefixes } from './prefixes.js';

/** Who reads the errors of a path: DataHub's REST clients, GraphQL clients, or anybody. */
export type PathFamily = 'restli' | 'graphql' | 'plain';

const resources = 'aspects|entities|entitiesV2|operations|config';
const restli = new RegExp(`^(?:${prefixes.join('|')})/(?:${resources})(?:/|$)`);
const graphql = /^\/api\/graphql\/?$/;

/** @param url a route's template or a request's target, which may be a whole URL */
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

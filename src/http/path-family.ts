/** DataHub serves its REST paths without a prefix, with its gateway's and with its frontend's. */
export const restPrefixes = ['', '/gms', '/api/gms'] as const;

/**
 * The kind of clients that read the errors of a path: DataHub's Rest.li clients, GraphQL clients, or any others, such as
 * those of `/openapi` and `/usageStats`.
 */
export type PathFamily = 'restli' | 'graphql' | 'plain';

const restResources = [
  ...['aspects', 'entities', 'entitiesV2', 'operations', 'relationships', 'config'],
  // Unsupported paths, with errors in the format of their clients.
  ...['runs', 'entitiesVersionedV2', 'analytics', 'platform'],
];
const restli = new RegExp(`^(?:${restPrefixes.join('|')})/(?:${restResources.join('|')})(?:/|$)`);
const graphql = /^\/api\/graphql\/?$/;

/** @param url the template of a route, or the target of a request, which can be an absolute URL */
export function findFamily(url: string): PathFamily {
  const path = normalizedPath(url);
  if (graphql.test(path)) return 'graphql';
  return restli.test(path) ? 'restli' : 'plain';
}

/**
 * What people and programs may request without credentials, and what begins with it. At DataHub's paths for signing in,
 * the refusal tells callers to send a token.
 */
const publicPath = new RegExp(
  `^(?:/(?:|about|assets|console|docs|graphiql|openapi\\.json)|(?:${restPrefixes.join('|')})/(?:config|health|authenticate|logIn|signUp))(?:/|$)`,
);

/** Whether a path, which need not exist, is below one that needs no credentials. */
export const isPublicPath = (url: string): boolean => publicPath.test(normalizedPath(url));

/** Returns the path of a request as the caller has spelled it. */
export const readPath = ({ url }: { readonly url: string }): string => url.split(/[?#]/, 1)[0]!;

const normalizedPath = (url: string) =>
  readPath({ url })
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/\/{2,}/g, '/');

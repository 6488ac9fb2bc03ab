import { toMap } from '../core/to-map.js';
import { quoted } from '../core/urn.js';
import { HttpError } from './http-error.js';
import { restPrefixes } from './path-family.js';

/** DataHub's features at paths that this catalog does not have, by the prefix of the path; the first match applies. */
const absentPaths: readonly [beginning: string, what: string][] = [
  ['openapi/v2/timeline', 'the timeline of entities'],
  ['openapi/timeline', 'the timeline of entities'],
  ['openapi/v3/entity/generic', 'writing entities of several types in one request'],
  ['openapi/v3/entity/versioning', 'versions of entities'],
  [
    'openapi/v3/relationship',
    'this operation on relationships; POST /openapi/v3/relationship/scroll lists them',
  ],
  ['openapi/v2/entity', 'this entity operation of OpenAPI v2; OpenAPI v3 has it'],
  ['openapi/v1/registry', 'this part of the registry of models'],
  ['openapi/v1/trace', 'tracing of asynchronous writes: here, writes are complete before the response'],
  ['openapi/operations', 'operations on Kafka and Elasticsearch'],
  ['openapi', 'this OpenAPI operation'],
  ['runs', 'listing, describing and rolling back the runs of ingestion'],
  ['entitiesVersionedV2', 'earlier versions of aspects'],
  ['analytics', 'analytics'],
  ['platform', 'platform events'],
  ['logIn', 'signing in with a password: send an access token'],
  ['signUp', 'signing up: send an access token'],
  ['authenticate', 'signing in with a password: send an access token'],
];

const entityPrefix = 'openapi/v3/entity/';

/** DataHub's OpenAPI paths in the position of an entity type, which this catalog does not have. */
export const absentEntityTypes = absentPaths
  .filter(([beginning]) => beginning.startsWith(entityPrefix))
  .map(([beginning]) => beginning.slice(entityPrefix.length));

const search =
  'this search over Rest.li: POST /entities?action=search finds entities of one type, and GraphQL has the others';
const restore = 'search indices to restore';
const totals = 'this count of entities: listUrns has the total of a type';
const usage = 'sums of usage statistics: getTimeseriesAspectValues has the events';

/** The features of DataHub's actions that this catalog does not have, on existing resources. */
const absentActions: ReadonlyMap<string, readonly (readonly [actions: string, what: string])[]> = toMap({
  entities: [
    ['searchAcrossEntities scrollAcrossEntities autocomplete list filter', search],
    ['searchAcrossLineage scrollAcrossLineage', 'queries of lineage'],
    ['browse getBrowsePaths', 'browsing'],
    ['getTotalEntityCount batchGetTotalEntityCount', totals],
    ['applyRetention', 'versions to retain'],
    ['deleteAll', 'the deletion of all entities'],
    ['restoreIndices', restore],
    ['setWritable', 'a switch to read-only'],
  ],
  aspects: [['restoreIndices', restore]],
  operations: [['restoreIndices', restore]],
  usageStats: [['query queryRange', usage]],
});

const prefix = new RegExp(`^(?:${restPrefixes.filter(Boolean).join('|')})?/+`);

/** Returns the error for a path of DataHub that this catalog does not serve; null for any other path. */
export function absentPath(path: string): HttpError | null {
  const rest = path.replace(/\/{2,}/g, '/').replace(prefix, '');
  const found = absentPaths.find(([beginning]) => rest === beginning || rest.startsWith(`${beginning}/`));
  return found ? notHere(path, found[1]) : null;
}

/** The same for an action of a resource that it serves. */
export function absentAction(resource: string, action: string): HttpError | null {
  const found = absentActions.get(resource)?.find(([actions]) => actions.split(' ').includes(action));
  return found ? notHere(`/${resource}?action=${action}`, found[1]) : null;
}

const notHere = (where: string, what: string) =>
  new HttpError(404, `${quoted(where)} is not served: this catalog does not have ${what}.`);

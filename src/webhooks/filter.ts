import { badRequest } from '../core/errors.js';
import { getEntityType, parseContainerUrn, parseTagUrn, parseUrn, quoted } from '../core/urn.js';
import { eventCategories, operations } from '../datahub/change-kinds.js';
import { entityTypeSpelling, entityTypesByName } from '../datahub/entity-types.js';
import type { NumberedChange } from '../history/log-store.js';
import { keyContribution } from '../search/documents/key.js';
import { filterNames, maxFilterValues, type WebhookFilter } from './webhook.js';

/** The lists of a filter, as callers give them. */
export type GivenFilter = Partial<Record<keyof WebhookFilter, readonly string[] | null | undefined>>;

const platformPrefix = 'urn:li:dataPlatform:';

const oneOf = (names: readonly string[], what: string) => (value: string) => {
  if (names.includes(value)) return value;
  throw badRequest(`there is no ${what} ${quoted(value)}; there are ${names.join(', ')}`);
};

/** Returns a type as URNs have it. DATASET is `dataset`. */
function parseEntityType(value: string): string {
  const type = entityTypesByName.get(value) ?? entityTypeSpelling(value);
  if ([...entityTypesByName.values()].includes(type)) return type;
  throw badRequest(`there is no entity type ${quoted(value)}; expected one such as dataset or DATASET`);
}

/** Returns the URN of a platform. A name is enough. */
function parsePlatform(value: string): string {
  const { urn, type } = parseUrn(
    value.startsWith('urn:') ? value : `${platformPrefix}${value}`,
    'platform urn',
  );
  if (type === 'dataPlatform') return urn;
  throw badRequest(`platforms has ${quoted(value)}; expected urn:li:dataPlatform:<name>, or a name`);
}

const parsers: Record<keyof WebhookFilter, (value: string) => string> = {
  categories: oneOf(eventCategories, 'category of events'),
  operations: oneOf(operations, 'operation'),
  entityTypes: parseEntityType,
  tagUrns: (value) => parseTagUrn(value),
  platforms: parsePlatform,
  containers: (value) => parseContainerUrn(value),
};

/** Returns the lists that are given, in their normal form. @throws BAD_REQUEST that names the value */
export function parseLists(given: GivenFilter): Partial<WebhookFilter> {
  const entries = filterNames.flatMap((name) => {
    const values = given[name];
    if (values == null) return [];
    if (values.length > maxFilterValues)
      throw badRequest(`${name} has ${values.length} values; at most ${maxFilterValues} are allowed`);
    return [[name, [...new Set(values.map(parsers[name]))]] as const];
  });
  return Object.fromEntries(entries);
}

const everything = Object.fromEntries(filterNames.map((name) => [name, []])) as unknown as WebhookFilter;

/** Returns a whole filter, in which lists that are absent match everything. @throws BAD_REQUEST that names the value */
export const parseFilter = (given: GivenFilter): WebhookFilter => ({ ...everything, ...parseLists(given) });

/** Reads about entities, as they are now. */
export interface EntityReads {
  /** Returns the platforms of entities whose URNs have none. */
  readPlatforms(urns: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the containers that entities are in, directly or not. */
  readContainers(urns: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

type Matches = (change: NumberedChange) => boolean;

/** Returns the changes that match every list of the filter that has values. */
export async function matching(
  changes: readonly NumberedChange[],
  filter: WebhookFilter,
  reads: EntityReads,
): Promise<NumberedChange[]> {
  const { categories, operations, entityTypes, tagUrns, platforms, containers } = filter;
  const has = (list: readonly string[], value: string | null | undefined) =>
    list.length === 0 || (value != null && list.includes(value));
  const byItself: Matches = (change) =>
    has(categories, change.category) &&
    has(operations, change.operation) &&
    (has(entityTypes, getEntityType(change.entityUrn)) ||
      (change.fieldPath !== '' && entityTypes.includes('schemaField'))) &&
    (has(tagUrns, change.category === 'TAG' ? change.modifier : null) || tagUrns.includes(change.entityUrn));
  let found = changes.filter(byItself);
  if (platforms.length > 0) {
    const byUrn = await findPlatforms(found, reads);
    found = found.filter(({ entityUrn }) => has(platforms, byUrn.get(entityUrn)));
  }
  if (containers.length > 0 && found.length > 0) {
    const byUrn = await reads.readContainers(toUrns(found));
    found = found.filter(({ entityUrn }) =>
      [entityUrn, ...(byUrn.get(entityUrn) ?? [])].some((urn) => containers.includes(urn)),
    );
  }
  return found;
}

const toUrns = (changes: readonly NumberedChange[]) => [
  ...new Set(changes.map(({ entityUrn }) => entityUrn)),
];

async function findPlatforms(changes: readonly NumberedChange[], { readPlatforms }: EntityReads) {
  const byUrn = new Map<string, string | undefined>(
    toUrns(changes).map((urn) => [urn, keyContribution(urn).fields?.platform?.[0]]),
  );
  const others = [...byUrn].filter(([, platform]) => platform === undefined).map(([urn]) => urn);
  if (others.length > 0) for (const [urn, platform] of await readPlatforms(others)) byUrn.set(urn, platform);
  return byUrn;
}

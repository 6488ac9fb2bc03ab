import { getEntityType } from '../core/urn.js';
import type { NumberedChange } from '../history/log-store.js';
import { keyContribution } from '../search/documents/key.js';
import type { WebhookFilter } from './webhook.js';

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

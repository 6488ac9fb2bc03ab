import { toMap } from '../../core/to-map.js';
import type { Criterion, PolicyResources } from '../policy.js';
import { allUrns, intersection, toPrefixSet, toTypeSet, toUrnSet, type UrnSet } from './urn-set.js';

export const conditions = ['EQUALS', 'STARTS_WITH', 'NOT_EQUALS'] as const;

/** The fields of criteria that DataHub has, with the conditions that are evaluated here. */
const evaluated: ReadonlyMap<string, readonly string[]> = toMap({
  TYPE: ['EQUALS'],
  RESOURCE_TYPE: ['EQUALS'],
  URN: ['EQUALS', 'STARTS_WITH'],
  RESOURCE_URN: ['EQUALS', 'STARTS_WITH'],
  CONTAINER: ['EQUALS'],
  DOMAIN: [],
  OWNER: [],
  GROUP_MEMBERSHIP: [],
  DATA_PLATFORM_INSTANCE: [],
  TAG: [],
  GLOSSARY_TERM: [],
  DATA_PRODUCT: [],
  STRUCTURED_PROPERTY: [],
});

export const criterionFields: readonly string[] = [...evaluated.keys()];

const readCondition = ({ condition }: Criterion) => condition ?? 'EQUALS';

export const isEvaluated = (criterion: Criterion): boolean =>
  evaluated.get(criterion.field)?.includes(readCondition(criterion)) === true;

/** The entities that a policy covers: those of a set, and if containers are given, only what is in one of them. */
export interface Coverage {
  readonly entities: UrnSet;
  readonly containers: readonly string[] | null;
}

/** Returns null when the filter has something that is not evaluated. Such a policy covers nothing. */
export function toCoverage(resources: PolicyResources): Coverage | null {
  const { criteria, isConstrained = false } = resources;
  if (isConstrained) return null;
  if (!criteria) return { entities: listedIn(resources), containers: null };
  let entities = allUrns;
  let containers: readonly string[] | null = null;
  for (const criterion of criteria) {
    if (!isEvaluated(criterion)) return null;
    if (criterion.field !== 'CONTAINER') entities = intersection(entities, toEntities(criterion));
    // An entity is in several containers, so two lists of containers cannot be merged.
    else if (containers) return null;
    else containers = criterion.values;
  }
  return { entities, containers };
}

function listedIn({ type, urns, allResources }: PolicyResources): UrnSet {
  const typed = type === null ? allUrns : toTypeSet([type]);
  return (allResources ?? urns.length === 0) ? typed : intersection(typed, toUrnSet(urns));
}

function toEntities(criterion: Criterion): UrnSet {
  const { field, values } = criterion;
  if (field === 'TYPE' || field === 'RESOURCE_TYPE') return toTypeSet(values);
  return readCondition(criterion) === 'EQUALS' ? toUrnSet(values) : toPrefixSet(values);
}

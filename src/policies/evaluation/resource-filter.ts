import { toMap } from '../../core/to-map.js';
import type { Criterion, PolicyResources } from '../policy.js';

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

/** The URNs that are listed or begin with one of the prefixes. */
export interface UrnSet {
  readonly urns: ReadonlySet<string>;
  readonly prefixes: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

const allUrns: UrnSet = { urns: none, prefixes: new Set(['']) };
const toUrnSet = (urns: Iterable<string>): UrnSet => ({ urns: new Set(urns), prefixes: none });
const toPrefixSet = (prefixes: Iterable<string>): UrnSet => ({
  urns: none,
  prefixes: new Set(prefixes),
});
const toTypeSet = (types: readonly string[]): UrnSet => toPrefixSet(types.map((type) => `urn:li:${type}:`));

/** Returns the prefixes of a set that a text begins with. Takes time in proportion to the number of their lengths. */
export function* prefixesIn(text: string, lengths: Iterable<number>): Generator<string> {
  for (const length of lengths) if (length <= text.length) yield text.slice(0, length);
}

const listLengths = (texts: Iterable<string>): Set<number> => new Set([...texts].map(({ length }) => length));

/** Returns the URNs that are in both sets, in time that grows with the sum of their lists. */
function intersection(a: UrnSet, b: UrnSet): UrnSet {
  const urns = new Set<string>();
  const prefixes = new Set<string>();
  const keep = (from: UrnSet, other: UrnSet) => {
    const lengths = listLengths(other.prefixes);
    const begins = (text: string) => {
      for (const prefix of prefixesIn(text, lengths)) if (other.prefixes.has(prefix)) return true;
      return false;
    };
    for (const urn of from.urns) if (other.urns.has(urn) || begins(urn)) urns.add(urn);
    for (const prefix of from.prefixes) if (begins(prefix)) prefixes.add(prefix);
  };
  keep(a, b);
  keep(b, a);
  return { urns, prefixes };
}

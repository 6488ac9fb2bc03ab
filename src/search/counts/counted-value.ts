import type { Field } from '../fields.js';
import { checkFilter } from '../filter.js';
import { parseQuery } from '../query-text.js';
import type { SearchRequest } from '../request.js';

/** The field of the counts of entities by their type alone. */
export const anyEntity = '';

/** The names of counts, by the names of fields that have the same values. */
const counted: ReadonlyMap<string, string> = new Map([
  ...'container deprecated domains entityTags origin owners platform platformInstance tags typeNames'
    .split(' ')
    .map((name) => [name, name] as const),
  ['env', 'origin'],
  ['_entityType', anyEntity],
  ['type', anyEntity],
]);

/** Returns the name of a field in `counts`; null for one whose values are not counted. */
export const countedField = ({ name }: Field): string | null => counted.get(name) ?? null;

export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

export interface CountedValue {
  /** Of `counts`. */
  readonly field: string;
  readonly value: string;
}

/**
 * Whether a request finds everything that there is. An alternative without rules does, too, but one beside it can name
 * `removed`.
 */
export const findsAll = ({
  query,
  filter,
  limit,
  among,
}: Pick<SearchRequest, 'query' | 'filter' | 'limit' | 'among'>): boolean =>
  !limit && !among && parseQuery(query) === null && filter.every((rules) => rules.length === 0);

/**
 * Returns what is counted for a request: everything, or what has one value of one field. Null: the request is of another
 * kind, or its caller may not see everything that is counted.
 *
 * @throws BAD_REQUEST when the request is not valid
 */
export function findCounted(request: SearchRequest): CountedValue | null {
  if (findsAll(request)) return { field: anyEntity, value: '' };
  if (request.limit || request.among || parseQuery(request.query) !== null || request.filter.length !== 1)
    return null;
  const [rule, ...others] = checkFilter(request.filter)?.[0] ?? [];
  if (!rule || others.length > 0 || rule.negated || rule.direction !== null || rule.within.length > 0)
    return null;
  const { field, test } = rule;
  const name = countedField(field);
  if (!name || test.kind !== 'equal' || test.values.length !== 1) return null;
  return { field: name, value: test.values[0]! };
}

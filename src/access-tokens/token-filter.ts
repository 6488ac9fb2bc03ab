import { badRequest } from '../core/errors.js';
import { invalidTextReason } from '../core/text.js';
import { quoted, type Urn } from '../core/urn.js';

/** A filter as clients send it. `value: x` means `values: [x]`. */
export interface FacetFilter {
  readonly field: string;
  readonly value?: string | null | undefined;
  readonly values?: readonly string[] | null | undefined;
  readonly condition?: string | null | undefined;
  readonly negated?: boolean | null | undefined;
}

const textConditions = ['EQUAL', 'IN', 'CONTAIN', 'START_WITH'] as const;
const comparisons = [
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL_TO',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL_TO',
] as const;
const timeConditions = ['EQUAL', 'IN', ...comparisons] as const;
const textFields = ['id', 'name', 'description', 'actorUrn', 'ownerUrn'] as const;
const timeFields = ['createdAt', 'expiresAt', 'lastUsedAt'] as const;
const filterFields = [...textFields, ...timeFields] as const;

type TextField = (typeof textFields)[number];
type TimeField = (typeof timeFields)[number];

/** A token matches all filters of a request, and at least one value of each. A comparison has exactly one value. */
export type TokenFilter = { readonly negated: boolean } & (
  | { readonly kind: 'exists'; readonly field: TextField | TimeField; readonly condition: 'EXISTS' }
  | {
      readonly kind: 'text';
      readonly field: TextField;
      readonly condition: (typeof textConditions)[number];
      readonly values: readonly string[];
    }
  | {
      readonly kind: 'time';
      readonly field: TimeField;
      readonly condition: (typeof timeConditions)[number];
      readonly values: readonly number[];
    }
);

// Every value is a parameter of one statement, which can have 65,535. An equal value is found by an index. A pattern is
// matched against every token, so patterns are few in all filters together, and short.
const maxFilters = 50;
const maxFilterValues = 1_000;
const maxPatterns = 20;
const maxPatternLength = 512;
const patternConditions: readonly string[] = ['CONTAIN', 'START_WITH'];

function isNameIn<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name);
}

function milliseconds(field: string, value: string): number {
  const time = Number(value);
  if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(time))
    throw badRequest(
      `filter on ${field}: ${quoted(value)} is not an integer of milliseconds since the epoch`,
    );
  return time;
}

function listValues({ field, value, values }: FacetFilter): readonly string[] {
  if (typeof value === 'string' && values)
    throw badRequest(`filter on ${field}: set value or values, not both`);
  const given = values ?? (typeof value === 'string' ? [value] : []);
  const invalid = given.find((text) => invalidTextReason(text) !== null);
  if (invalid !== undefined)
    throw badRequest(`filter on ${field}: ${quoted(invalid)} contains NUL or an unpaired surrogate`);
  return [...new Set(given)];
}

function someValue(field: string, condition: string, values: readonly string[]): readonly string[] {
  if (values.length === 0) throw badRequest(`filter on ${field}: ${condition} needs a value`);
  return values;
}

function checkCondition<T extends string>(field: string, conditions: readonly T[], condition: string): T {
  if (isNameIn(conditions, condition)) return condition;
  const known = [...conditions, 'EXISTS'].join(', ');
  throw badRequest(`filter on ${field}: unknown condition ${quoted(condition)}; expected ${known}`);
}

function parseFilter(filter: FacetFilter): TokenFilter {
  const { field } = filter;
  const asked = filter.condition ?? 'EQUAL';
  const negated = filter.negated ?? false;
  if (!isNameIn(filterFields, field))
    throw badRequest(`filter on ${quoted(field)}: unknown field; expected ${filterFields.join(', ')}`);

  const given = listValues(filter);
  if (asked === 'EXISTS') {
    if (given.length > 0) throw badRequest(`filter on ${field}: EXISTS takes no value`);
    return { kind: 'exists', field, condition: asked, negated };
  }
  if (isNameIn(textFields, field)) {
    const condition = checkCondition(field, textConditions, asked);
    const long =
      patternConditions.includes(condition) && given.find((text) => text.length > maxPatternLength);
    if (long)
      throw badRequest(
        `filter on ${field}: ${quoted(long)} is longer than ${maxPatternLength} characters, the limit of ${condition}`,
      );
    return { kind: 'text', field, condition, values: someValue(field, condition, given), negated };
  }
  const condition = checkCondition(field, timeConditions, asked);
  const values = someValue(field, condition, given).map((value) => milliseconds(field, value));
  if (isNameIn(comparisons, condition) && values.length > 1)
    throw badRequest(`filter on ${field}: ${condition} takes exactly one value, not ${values.length}`);
  return { kind: 'time', field, condition, values, negated };
}

const countValues = (filters: readonly FacetFilter[]) =>
  filters.reduce((total, { values }) => total + (values?.length ?? 1), 0);

/** Parses the filters of a token list. @throws BAD_REQUEST when a filter is invalid; the message lists what is valid */
export function parseTokenFilters(filters: readonly FacetFilter[]): TokenFilter[] {
  if (filters.length > maxFilters || countValues(filters) > maxFilterValues)
    throw badRequest(`at most ${maxFilters} filters and ${maxFilterValues} values in total are allowed`);
  const patterns = countValues(
    filters.filter(({ condition }) => patternConditions.includes(condition ?? '')),
  );
  if (patterns > maxPatterns)
    throw badRequest(
      `at most ${maxPatterns} values of CONTAIN and START_WITH are allowed in all filters together, not ${patterns}`,
    );
  return filters.map(parseFilter);
}

/** Whether the filters can only match tokens of which the actor is the owner or the actor. */
export function ownTokensOnly(filters: readonly TokenFilter[], actorUrn: Urn): boolean {
  return filters.some(
    (filter) =>
      !filter.negated &&
      filter.kind === 'text' &&
      (filter.field === 'actorUrn' || filter.field === 'ownerUrn') &&
      (filter.condition === 'EQUAL' || filter.condition === 'IN') &&
      filter.values.length === 1 &&
      filter.values[0] === actorUrn,
  );
}

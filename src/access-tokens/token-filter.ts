import { badRequest } from '../core/errors.js';
import { invalidTextReason } from '../core/text.js';
import { quoted, type Urn } from '../core/urn.js';

/** A filter as clients send it; `value: x` means `values: [x]`. */
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
const timeFields = ['createdAt', 'expiresAt'] as const;
const filterFields = [...textFields, ...timeFields] as const;

type TextField = (typeof textFields)[number];
type TimeField = (typeof timeFields)[number];

/** Filters are ANDed, the values inside one ORed; a comparison has exactly one value. */
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

// The store turns every value into a parameter of one statement, and a statement has room for 65,535. What is equal is
// looked up; a pattern is held against every token, so there are few of them in all the filters, and they are short.
const maxFilters = 50;
const maxFilterValues = 1_000;
const maxPatterns = 20;
const maxPatternLength = 512;
const patternConditions: readonly string[] = ['CONTAIN', 'START_WITH'];

function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
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

function valuesOf({ field, value, values }: FacetFilter): readonly string[] {
  if (typeof value === 'string' && values)
    throw badRequest(`filter on ${field}: give value or values, not both`);
  const given = values ?? (typeof value === 'string' ? [value] : []);
  const invalid = given.find((text) => invalidTextReason(text) !== null);
  if (invalid !== undefined)
    throw badRequest(`filter on ${field}: ${quoted(invalid)} holds NUL or a lone surrogate`);
  return [...new Set(given)];
}

function someValue(field: string, condition: string, values: readonly string[]): readonly string[] {
  if (values.length === 0) throw badRequest(`filter on ${field}: ${condition} needs a value`);
  return values;
}

function conditionOf<T extends string>(field: string, conditions: readonly T[], condition: string): T {
  if (isOneOf(conditions, condition)) return condition;
  const known = [...conditions, 'EXISTS'].join(', ');
  throw badRequest(`filter on ${field}: no condition ${quoted(condition)}; there are ${known}`);
}

function parseFilter(filter: FacetFilter): TokenFilter {
  const { field } = filter;
  const asked = filter.condition ?? 'EQUAL';
  const negated = filter.negated ?? false;
  if (!isOneOf(filterFields, field))
    throw badRequest(`no filter on ${quoted(field)}; there are ${filterFields.join(', ')}`);

  const given = valuesOf(filter);
  if (asked === 'EXISTS') {
    if (given.length > 0) throw badRequest(`filter on ${field}: EXISTS takes no value`);
    return { kind: 'exists', field, condition: asked, negated };
  }
  if (isOneOf(textFields, field)) {
    const condition = conditionOf(field, textConditions, asked);
    const long =
      patternConditions.includes(condition) && given.find((text) => text.length > maxPatternLength);
    if (long)
      throw badRequest(
        `filter on ${field}: ${quoted(long)} is longer than the ${maxPatternLength} characters that ${condition} takes`,
      );
    return { kind: 'text', field, condition, values: someValue(field, condition, given), negated };
  }
  const condition = conditionOf(field, timeConditions, asked);
  const values = someValue(field, condition, given).map((value) => milliseconds(field, value));
  if (isOneOf(comparisons, condition) && values.length > 1)
    throw badRequest(`filter on ${field}: ${condition} takes exactly one value, not ${values.length}`);
  return { kind: 'time', field, condition, values, negated };
}

const countValues = (filters: readonly FacetFilter[]) =>
  filters.reduce((total, { values }) => total + (values?.length ?? 1), 0);

/** The filters of a token list. Throws `BAD_REQUEST` that says what there is. */
export function parseTokenFilters(filters: readonly FacetFilter[]): TokenFilter[] {
  if (filters.length > maxFilters || countValues(filters) > maxFilterValues)
    throw badRequest(`at most ${maxFilters} filters and ${maxFilterValues} values in all`);
  const patterns = countValues(
    filters.filter(({ condition }) => patternConditions.includes(condition ?? '')),
  );
  if (patterns > maxPatterns)
    throw badRequest(
      `at most ${maxPatterns} values of CONTAIN and START_WITH in all the filters, not ${patterns}`,
    );
  return filters.map(parseFilter);
}

/** Whether the filters, being ANDed, can only match tokens of the caller's own. */
export function ownTokensOnly(filters: readonly TokenFilter[], callerUrn: Urn): boolean {
  return filters.some(
    (filter) =>
      !filter.negated &&
      filter.kind === 'text' &&
      (filter.field === 'actorUrn' || filter.field === 'ownerUrn') &&
      (filter.condition === 'EQUAL' || filter.condition === 'IN') &&
      filter.values.length === 1 &&
      filter.values[0] === callerUrn,
  );
}

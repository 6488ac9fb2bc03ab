import { pathViolation } from '../columns/input.js';
import { badRequest } from '../core/errors.js';
import { invalidTextReason } from '../core/text.js';
import { quoted } from '../core/urn.js';
import { entityTypeName, entityTypeNames } from '../datahub/entity-types.js';
import { type Field, findField, nameFields, type Source } from './fields.js';
import { maxRules, maxTextLength, maxValues, maxWork } from './query-limits.js';
import type { Condition, Filter, Rule } from './request.js';
import { number, type ValueTest } from './value-test.js';

/** In which direction a hierarchy is followed from the values. */
export type Direction = 'down' | 'up' | 'both';

export interface CheckedRule {
  readonly field: Field;
  readonly negated: boolean;
  readonly test: ValueTest;
  /** Not null: what is equal to a value, or reached from one. */
  readonly direction: Direction | null;
  /** Containers that the entity is in, directly or not, by reference or by its stored path. */
  readonly within: readonly string[];
  readonly valueCount: number;
}

/** Alternatives, each with rules that must all hold. Null: everything matches. */
export type CheckedFilter = readonly (readonly CheckedRule[])[] | null;

/** @throws BAD_REQUEST when a rule is not valid, or there are too many rules or values */
export function checkFilter(filter: Filter): CheckedFilter {
  const rules = filter.reduce((sum, alternative) => sum + alternative.length, 0);
  if (rules > maxRules) throw badRequest(`the filter has ${rules} rules; at most ${maxRules} are allowed`);
  if (filter.length > maxRules)
    throw badRequest(`the filter has ${filter.length} alternatives; at most ${maxRules} are allowed`);
  const values = filter.flat().reduce((sum, rule) => sum + rule.values.length, 0);
  if (values > maxValues)
    throw badRequest(`the filter has ${values} values; at most ${maxValues} are allowed`);
  const checked = filter.map((alternative) => alternative.map(checkRule));
  const work = checked.flat().reduce((sum, rule) => sum + estimateWork(rule), 0);
  if (work > maxWork)
    throw badRequest(
      'the filter has too many rules that no index supports: contained texts, ranges, hierarchies, columns and negations ' +
        `cost ${work}, and at most ${maxWork} is allowed; use one rule with several values, or several requests`,
    );
  return checked.length === 0 || checked.some((alternative) => alternative.length === 0) ? null : checked;
}

/**
 * About how much a rule takes of each entity: 1 for a value that an index finds, more for what is read of the entity or of
 * its columns.
 */
function estimateWork({ field, test, negated, direction, within, valueCount }: CheckedRule): number {
  const has = (...kinds: readonly Source['kind'][]) => field.sources.some(({ kind }) => kinds.includes(kind));
  if (direction !== null || within.length > 0) return 10 + valueCount;
  if (test.kind === 'pattern')
    return valueCount * (has('columns') ? 20 : nameFields.has(field.name) ? 2 : 10);
  if (has('columns')) return 20;
  if (test.kind === 'range' || test.kind === 'exists') return 5;
  return negated && has('tags', 'references') ? 10 : 1;
}

const directions: Partial<Record<Condition, Direction>> = {
  DESCENDANTS_INCL: 'down',
  ANCESTORS_INCL: 'up',
  RELATED_INCL: 'both',
};

function checkRule(rule: Rule): CheckedRule {
  const { condition, values, negated } = rule;
  const field = findField(rule.field);
  if (values.length === 0 && condition !== 'EXISTS')
    throw badRequest(
      `the rule for ${quoted(rule.field)} has no values; expected at least one value, or EXISTS`,
    );
  for (const value of values) checkValue(rule.field, field, value);
  const direction = directions[condition] ?? null;
  if (direction !== null && field.hierarchy === null)
    throw badRequest(
      `${condition} is not allowed for ${quoted(rule.field)}; expected container, domains or glossaryTerms`,
    );
  const checked = {
    field,
    negated,
    test: createTest(rule),
    direction,
    within: [],
    valueCount: values.length,
  };
  if (checked.test.kind === 'equal' && field.sources.some(({ kind }) => kind === 'type'))
    return { ...checked, test: toTypes(rule) };
  if (field.name === 'container' && direction === 'down')
    return { ...checked, field: findField('browsePathV2'), direction: null, within: values };
  if (field.name === 'browsePathV2' && ['CONTAIN', 'EQUAL', 'IN'].includes(condition))
    return { ...checked, within: values.filter((value) => value.startsWith('urn:li:container:')) };
  return checked;
}

function checkValue(given: string, { name }: Field, value: string) {
  if (value.length > maxTextLength)
    throw badRequest(
      `a value for ${quoted(given)} has ${value.length} characters; at most ${maxTextLength} are allowed`,
    );
  const reason = invalidTextReason(value) ?? (name === 'fieldPaths' ? pathViolation(value) : null);
  if (reason !== null) throw badRequest(`a value for ${quoted(given)} ${reason}`);
}

const operators = {
  GREATER_THAN: '>',
  GREATER_THAN_OR_EQUAL_TO: '>=',
  LESS_THAN: '<',
  LESS_THAN_OR_EQUAL_TO: '<=',
} as const;

const patternByCondition = {
  IEQUAL: (value: string) => [value],
  CONTAIN: (value: string) => ['', value, ''],
  START_WITH: (value: string) => [value, ''],
  END_WITH: (value: string) => ['', value],
} as const;

function createTest({ field, condition, values }: Rule): ValueTest {
  if (condition === 'EXISTS') return { kind: 'exists' };
  if (Object.hasOwn(operators, condition)) {
    const [value = '', ...others] = values;
    if (others.length > 0 || !number.test(value))
      throw badRequest(
        `${condition} of ${quoted(field)} has ${values.slice(0, 5).map(quoted).join(', ')}; expected one number`,
      );
    return { kind: 'range', operator: operators[condition as keyof typeof operators], value };
  }
  if (Object.hasOwn(patternByCondition, condition)) {
    if (condition !== 'IEQUAL' && values.includes(''))
      throw badRequest(`${condition} of ${quoted(field)} has an empty value, which every text contains`);
    return {
      kind: 'pattern',
      patterns: values.map(patternByCondition[condition as keyof typeof patternByCondition]),
    };
  }
  return { kind: 'equal', values };
}

/** Types may be named as GraphQL names them (`DATASET`), or as URNs do (`dataset`). */
function toTypes({ field, values }: Rule): ValueTest {
  const names = values.map((value) => {
    const name = entityTypeNames.includes(value) ? value : entityTypeName(value);
    if (name === 'OTHER' && value !== name)
      throw badRequest(`${field} is ${quoted(value)}; expected a value of EntityType, such as DATASET`);
    return name;
  });
  return { kind: 'equal', values: names };
}

import { z } from 'zod';
import { invalidTextReason } from '../core/text.js';
import { boundedArray } from '../input/bounded-input.js';

/** How a criterion compares a member of an event with its values. Text is compared without case by the last three. */
export const conditions = [
  'EQUAL',
  'IN',
  'EXISTS',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL_TO',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL_TO',
  'IEQUAL',
  'CONTAIN',
  'START_WITH',
  'END_WITH',
] as const;

export type Condition = (typeof conditions)[number];

/**
 * Holds when one value matches one element of the member at the top of the event; a scalar is one element. The field
 * `partitionSpec.partition` is the only one below the top.
 */
export interface Criterion {
  readonly field: string;
  readonly condition: Condition;
  readonly values: readonly string[];
  readonly negated: boolean;
}

/** Alternatives, each a list of criteria that must all hold. Without alternatives every event matches. */
export type EventCriteria = readonly (readonly Criterion[])[];

/**
 * The criteria of one filter, their values, and the characters of a value. Each value is compared with every element of
 * every event, and the embedded database cannot interrupt that.
 */
export const [maxCriteria, maxCriterionValues, maxValueLength] = [20, 20, 1_000];

export const validText = z.string().refine((given) => invalidTextReason(given) === null, {
  error: ({ input }) => invalidTextReason(String(input)) ?? '',
});

const value = validText.max(maxValueLength);

const criterion = z
  .object({
    field: validText,
    value: value.nullish(),
    values: boundedArray(value, maxCriterionValues).nullish(),
    condition: z.enum([...conditions, 'IS_NULL']).default('EQUAL'),
    negated: z.boolean().nullish(),
  })
  .transform(({ field, value, values, condition, negated }, { addIssue }): Criterion => {
    const given = [...(values ?? []), ...(value === null || value === undefined ? [] : [value])];
    const isNegated = negated ?? false;
    if (condition === 'EXISTS' || condition === 'IS_NULL') {
      // A value to compare with every element.
      return { field, condition: 'EXISTS', values: [''], negated: isNegated !== (condition === 'IS_NULL') };
    }
    if (/_THAN/.test(condition) && given.length !== 1) {
      addIssue(`${condition} takes one value; there are ${given.length}`);
    }
    return { field, condition, values: given, negated: isNegated };
  });

const tooMany = `has more than ${maxCriteria} criteria`;
const alternative = z.strictObject({
  and: boundedArray(criterion, maxCriteria, { error: tooMany }).nullish(),
});

/** `{or: [{and: [{field, value or values, condition?, negated?}]}]}`. Other members, such as an older form, are refused. */
export const eventFilter = z
  .strictObject({ or: boundedArray(alternative, maxCriteria, { error: tooMany }).nullish() })
  .nullish()
  .transform((filter) => (filter?.or ?? []).map(({ and }) => and ?? []))
  .refine((alternatives) => alternatives.flat().length <= maxCriteria, { error: tooMany })
  .refine(
    (alternatives) => alternatives.flat().flatMap(({ values }) => values).length <= maxCriterionValues,
    { error: `has more than ${maxCriterionValues} values` },
  );

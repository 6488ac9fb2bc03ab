import { z } from 'zod';
import { invalidTextReason } from '../core/text.js';
import { boundedArray } from '../input/bounded-input.js';
import { type Criterion, conditions, maxCriteria, maxCriterionValues, maxValueLength } from './filter.js';

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

import { entityTypeName, entityTypeNames } from '../datahub/entity-types.js';
import type { Field } from './fields.js';
import { number, passes } from './value-test.js';

const expected = {
  boolean: 'true or false',
  time: 'a number of milliseconds since 1970',
  type: 'a value of EntityType, such as DATASET',
} as const;

/**
 * Returns what a field has instead of a value that no entity can have in it; null for a value that one can have.
 *
 * @param parts the texts between the `*` of the value
 */
export function expectedInstead({ values }: Field, parts: readonly string[]): string | null {
  return values === null || canBe(values, parts) ? null : expected[values];
}

function canBe(values: keyof typeof expected, parts: readonly string[]): boolean {
  const fits = (text: string) => passes({ kind: 'pattern', patterns: [parts] }, text);
  if (values === 'boolean') return ['true', 'false'].some(fits);
  // With a digit instead of each `*`, every pattern that a number can match becomes a number.
  if (values === 'time') return number.test(parts.join('0'));
  return entityTypeNames.some(fits) || entityTypeName(parts.join('*')) !== 'OTHER';
}

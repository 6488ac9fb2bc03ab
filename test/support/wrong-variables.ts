import { parse } from 'graphql';
import type { Test } from 'tap';
import { DocumentRejected } from '../../src/graphql/errors.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { checkVariables, readVariables } from '../../src/graphql/variables.js';

const filled = <T>(count: number, element: T): T[] => Array(count).fill(element);
const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown${index}`, 'mcs_x']));
/** Values that are wrong for every type of input, or as long as the caller wants. */
export const wrongValues: Readonly<Record<string, (count: number) => unknown>> = {
  'unknown members': members,
  'unknown members in a list': (count) => [members(count)],
  'a list of wrong values': (count) => filled(count, { unknown: [] }),
  'a list of nulls': (count) => filled(count, null),
  'a long text': (count) => 'mcs_x '.repeat(count),
  'a long list of long texts': (count) => filled(10, 'eyJ.'.repeat(count / 10)),
  'an object of long texts': (count) => ({ [`eyJ.${'x'.repeat(count)}`]: 'x'.repeat(count) }),
};

/** Returns the message for a value of a variable; null: it is right. */
export function messageFor(t: Test, type: string, value: unknown): string | null {
  const text = `query q($v: ${type}) { __typename }`;
  try {
    checkVariables(
      readVariables(schema, parse(text), undefined),
      { v: value },
      text,
      Number.MAX_SAFE_INTEGER,
    );
    return null;
  } catch (error) {
    if (!(error instanceof DocumentRejected)) throw error;
    t.equal(error.errors.length, 1);
    return error.errors[0]!.message;
  }
}

import type { z } from 'zod';
import { badRequest } from '../core/errors.js';
import { tryParse } from '../input/bounded-input.js';
import { formatIssues } from '../input/invalid-input.js';
import { describeKind, describeValue } from '../input/issue-text.js';

/**
 * Returns a body as its schema reads it.
 *
 * @param root the name of the whole input in an error
 * @param describe returns what the error says of a value
 * @throws BAD_REQUEST when it does not match
 */
export function parseInput<T extends z.ZodType>(
  schema: T,
  input: unknown,
  root = 'body',
  describe = describeKind,
): z.output<T> {
  const { success, data, error } = tryParse(schema, input);
  if (success) return data;
  throw badRequest(formatIssues(error.issues, input, root, describe));
}

/** Returns a query as its schema reads it. @throws BAD_REQUEST with the value as it was sent */
export const parseQuery = <T extends z.ZodType>(schema: T, query: unknown): z.output<T> =>
  parseInput(schema, query, 'the query', describeValue);

import type { z } from 'zod';
import { badRequest } from '../core/errors.js';
import { tryParse } from '../input/bounded-input.js';
import { formatIssues } from '../input/invalid-input.js';

/**
 * Returns a body or a query as its schema reads it.
 *
 * @param root the name of the whole input in an error
 * @throws BAD_REQUEST when it does not match
 */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown, root = 'body'): z.output<T> {
  const { success, data, error } = tryParse(schema, input);
  if (success) return data;
  throw badRequest(formatIssues(error.issues, input, root));
}

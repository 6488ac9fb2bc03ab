import type { z } from 'zod';
import { badRequest } from '../core/errors.js';
import { formatIssues } from '../core/invalid-input.js';

/** Returns a body or a query as its schema reads it. @throws BAD_REQUEST when it does not match */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw badRequest(formatIssues(error.issues, input, 'body'));
}

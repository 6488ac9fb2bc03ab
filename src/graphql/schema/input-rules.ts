import type { ZodError } from 'zod';
import { badRequest, CatalogError } from '../../core/errors.js';
import { quoted } from '../../core/urn.js';

/** A rule that the domain says once for every door, asked before the resolver runs. */
export const domainRule =
  <T>(check: (value: T) => unknown) =>
  (value: T): boolean => {
    check(value);
    return true;
  };

/** What the caller is told about an input that its rules refuse. */
export function inputRefusal(error: ZodError | Error, args: Record<string, unknown>): Error {
  if (error instanceof CatalogError || !('issues' in error)) return error;
  const [issue] = error.issues;
  const path = issue?.path ?? [];
  const value = path.reduce<unknown>((parent, key) => (parent as Record<PropertyKey, unknown>)?.[key], args);
  return badRequest(`${path.join('.')} is ${quoted(String(value))}; ${issue?.message ?? 'it is not right'}`);
}

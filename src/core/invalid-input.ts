import { badRequest, type CatalogError } from './errors.js';
import { quoted } from './urn.js';

/** One violation of an input schema, as zod reports it. */
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Returns the BAD_REQUEST for the first violation: the field's name, its value cut short, and the rule.
 *
 * @param input what the schema has checked
 */
export function invalidInput([issue]: readonly Issue[], input: unknown): CatalogError {
  const { path, message } = issue!;
  const value = path.reduce((parent, key) => (parent as Record<PropertyKey, unknown>)?.[key], input);
  return badRequest(`${String(path.at(-1) ?? 'input')} is ${quoted(String(value))}; ${message}`);
}

import { badRequest, type CatalogError } from './errors.js';
import { quoted } from './urn.js';

/** One violation of an input schema, as zod reports it. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** An input can have thousands of violations. The first ones are enough to correct it. */
const issuesMax = 5;

/**
 * Returns violations as one text: `<path>: <message>; …`.
 *
 * @param root the name of the whole input, for violations that have no path; without it only their message is given
 */
export const formatIssues = (issues: readonly Issue[], root = ''): string =>
  issues
    .slice(0, issuesMax)
    .map(({ path, message }) => {
      const name = path.join('.') || root;
      return name === '' ? message : `${name}: ${message}`;
    })
    .join('; ');

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

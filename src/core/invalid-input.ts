import { badRequest, type CatalogError } from './errors.js';
import { type Issue, issueText } from './issue-text.js';
import { quoted } from './urn.js';

export type { Issue };

/** An input can have thousands of violations. The first ones are enough to correct it. */
const issuesMax = 5;

/** A rule that goes on from the name of the field. */
const isPredicate = /^(is|has|have|holds|must|may) /;

/**
 * Returns violations as one text: `<path> is required; <path>: expected …`.
 *
 * @param input what the schema has checked
 * @param root the name of the whole input, for violations that have no path; without it only their rule is given
 */
export const formatIssues = (issues: readonly Issue[], input: unknown, root = ''): string =>
  issues
    .slice(0, issuesMax)
    .map((issue) => {
      const name = issue.path.join('.') || root;
      const text = issueText(issue, valueAt(input, issue.path));
      if (name === '') return text;
      return isPredicate.test(text) ? `${name} ${text}` : `${name}: ${text}`;
    })
    .join('; ');

/**
 * Returns the BAD_REQUEST for the first violation: the field's name, its value cut short, and the rule.
 *
 * @param input what the schema has checked
 */
export function invalidInput([issue]: readonly Issue[], input: unknown): CatalogError {
  const { path, message } = issue!;
  return badRequest(
    `${String(path.at(-1) ?? 'input')} is ${quoted(String(valueAt(input, path)))}; ${message}`,
  );
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((parent, key) => (parent as Record<PropertyKey, unknown> | null | undefined)?.[key], input);

import { badRequest, type CatalogError } from '../core/errors.js';
import { shortened } from '../core/text.js';
import { quoted } from '../core/urn.js';
import { describeKind, type Issue, issueText } from './issue-text.js';

export type { Issue };

/** An input can have thousands of violations. The first ones are enough to correct it. */
const issuesMax = 5;

/** Characters of a member's name that a path shows. */
const keyMax = 200;

/** A message that continues after the name of the field. */
const isPredicate = /^(is|has|have|holds|must|may) /;

/**
 * Returns violations as one text: `<path> is required; <path>: expected …`.
 *
 * @param input what the schema has checked
 * @param root the name of the whole input, for violations that have no path; without it only their rule is given
 * @param describe returns what an error says of a value
 */
export const formatIssues = (
  issues: readonly Issue[],
  input: unknown,
  root = '',
  describe = describeKind,
): string =>
  issues
    .slice(0, issuesMax)
    .map((issue) => {
      const name = issue.path.map((key) => shortened(String(key), keyMax)).join('.') || root;
      const text = issueText(issue, valueAt(input, issue.path), describe);
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
  const value = valueAt(input, path);
  const shown = typeof value === 'object' ? describeKind(value) : quoted(String(value));
  return badRequest(`${shortened(String(path.at(-1) ?? 'input'), keyMax)} is ${shown}; ${message}`);
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((parent, key) => (parent as Record<PropertyKey, unknown> | null | undefined)?.[key], input);

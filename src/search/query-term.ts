import { readUrn, type Urn } from '../core/urn.js';
import type { Field } from './fields.js';

/**
 * - `word`: words that begin with it, if `prefix`, else equal ones
 * - `phrase`: exactly these words, one after the other
 * - `pattern`: a whole name or URN, where `*` stands for any characters
 * - `urn`: the entity itself, and entities that refer to it
 */
export type TermForm = 'word' | 'phrase' | 'pattern' | 'urn';

/** A term of a query, in all fields or in one field. */
export interface Term {
  readonly kind: 'term';
  readonly form: TermForm;
  readonly text: string;
  /** The texts between its `*`, which stand for any characters; one without any. */
  readonly parts: readonly string[];
  readonly prefix: boolean;
  readonly field: Field | null;
}

/** Returns the URN that a text is; null for another text. No URN spells a comma `%2c`, so this means `%2C`. */
export function findUrn(text: string): Urn | null {
  const urn = text.replaceAll('%2c', '%2C');
  return urn.startsWith('urn:li:') ? (readUrn(urn)?.urn ?? null) : null;
}

export const term = (
  form: TermForm,
  parts: readonly string[],
  field: Field | null = null,
  prefix = false,
): Term => ({ kind: 'term', form, text: parts.join('*'), parts, prefix, field });

/**
 * Returns the term for a value, in quotes or not: quotes keep a text together, and `*` in them is an ordinary
 * character. `cust*` is the prefix of a word; other patterns match names.
 */
export function value(parts: readonly string[], field: Field | null = null, prefix = false): Term {
  const [first = '', ...others] = parts;
  if (others.length === 0) {
    const trimmed = first.trim();
    const urn = findUrn(trimmed);
    if (urn !== null) return term('urn', [urn], field);
    // An id has no white space at its ends.
    const text = field !== null && field.urnTypes.length > 0 ? trimmed : first;
    return term(/\s/.test(text) ? 'phrase' : 'word', [text], field, prefix);
  }
  const isBeginning =
    others.every((part) => part === '') && /[\p{L}\p{N}\p{M}]$/u.test(first) && !first.startsWith('urn:li:');
  return isBeginning ? term('word', [first], field, true) : term('pattern', parts, field);
}

/** Returns the texts between the `*` of a text that are not escaped. */
export function splitParts(text: string): string[] {
  const parts: string[][] = [[]];
  for (const [character, escaped] of text.matchAll(/\\(.)|./gs)) {
    if (character === '*') parts.push([]);
    else parts.at(-1)!.push(escaped ?? character);
  }
  return parts.map((part) => part.join(''));
}

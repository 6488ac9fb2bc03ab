import { badRequest } from './errors.js';
import { quoted } from './urn.js';

/** Why PostgreSQL would not take a text, or fail in reading what holds it; null where it would do neither. */
export function invalidTextReason(text: string): string | null {
  if (text.includes('\0')) return 'holds the character U+0000';
  return /\p{Cs}/u.test(text) ? 'holds half of a surrogate pair, which is no character' : null;
}

const maxName = 255;
const maxDescription = 10_000;

// PostgreSQL refuses NUL in a text, and a lone surrogate would not come back as it went in.
const unstorable = /[\0\p{Cs}]/u;
const notInALine = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;
const seen = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Counted in code points, as PostgreSQL counts; the first test keeps a megabyte from being spread. */
const isLonger = (text: string, max: number) =>
  text.length > 2 * max || (text.length > max && [...text].length > max);

/** The name of a tag or of a token. Throws `BAD_REQUEST`. */
export function checkName(name: string, what = 'name'): string {
  if (isLonger(name, maxName) || notInALine.test(name) || !seen.test(name))
    throw badRequest(
      `${what} is ${quoted(name)}; expected 1 to ${maxName} characters, not all blank, without line breaks or control characters`,
    );
  return name;
}

/** The description of a tag or of a token, as it was given. Throws `BAD_REQUEST`. */
export function checkDescription(
  description: string | null | undefined,
  what = 'description',
): string | null {
  if (description === null || description === undefined) return null;
  if (isLonger(description, maxDescription) || unstorable.test(description))
    throw badRequest(
      `${what} is ${quoted(description)}; expected at most ${maxDescription} characters, without NUL or lone surrogates`,
    );
  return description;
}

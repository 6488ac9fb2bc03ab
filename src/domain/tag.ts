import { badRequest } from './errors.js';
import { parseTagUrn, quoted } from './urn.js';

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

export function checkColour(colour: string, what = 'colorHex'): string {
  if (!/^#[0-9A-Fa-f]{6}$/.test(colour)) throw badRequest(`${what} is ${quoted(colour)}; expected #RRGGBB`);
  return colour;
}

/** The id that a client wants for a new tag: whatever makes a valid tag URN. Throws `BAD_REQUEST`. */
export function checkTagId(id: string, what = 'id'): string {
  parseTagUrn(`urn:li:tag:${id}`, `the urn made of ${what}`);
  return id;
}

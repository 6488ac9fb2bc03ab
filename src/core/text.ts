/** Why PostgreSQL refuses to store a text, or does not return it unchanged; null for any other text. */
export function invalidTextReason(text: string): string | null {
  if (text.includes('\0')) return 'contains the character U+0000';
  return /\p{Cs}/u.test(text) ? 'contains an unpaired surrogate' : null;
}

/** Returns the first `max` characters of a text, and no half of a surrogate pair at their end. */
export const beginning = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');

/** Returns at most `max` characters of a text, and no half of a surrogate pair at its end. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${beginning(text, max - 1)}…`;

/** The prefix of every access token. */
export const tokenStart = 'mcs_';

/** The prefix of every secret of a webhook. */
export const secretStart = 'whsec_';
const webhookSecret = /whsec_[\w+/=%-]*/g;

/** Also in a URL that encodes its underscores. */
const accessToken = /mcs(?:_|%5[Ff])(?:\w|%5[Ff])*/g;

/**
 * Redacts access tokens and JSON Web Tokens, for answers, logs, the command line and the audit. Callers can send a
 * token in a wrong place, such as a URL, and with any of its characters encoded, even several times.
 */
export function withoutTokens(text: string): string {
  const without = withoutPlainTokens(text);
  return hasEscapes.test(without) ? without.replace(escapedWord, withoutHiddenTokens) : without;
}

function withoutPlainTokens(text: string): string {
  let without = text.includes('mcs') ? text.replace(accessToken, `${tokenStart}…`) : text;
  if (text.includes(secretStart)) without = without.replace(webhookSecret, `${secretStart}…`);
  return without.includes(jwtStart) ? without.replace(/[\w.-]+/g, withoutJwts) : without;
}

const hasEscapes = /%|\\[ux]/;
const escapedWord = /[\w.~+%\\-]+/g;
/** Percent-encoding, and the escapes of JSON and JavaScript. */
const escaped = /%([0-9a-f]{2})|\\{1,4}(?:u00|x)([0-9a-f]{2})/gi;
/** As often as an encoded text may be encoded again, and still be looked through. */
const maxDecodings = 8;

/** Decodes a word step by step, in linear time. A word that hides a token is returned without what it hid. */
function withoutHiddenTokens(word: string): string {
  let decoded = word;
  for (let round = 0; round < maxDecodings; round += 1) {
    const next = decoded.replace(escaped, (_, percent?: string, other?: string) =>
      String.fromCharCode(Number.parseInt(percent ?? other!, 16)),
    );
    if (next === decoded) return word;
    decoded = next;
    const without = hiddenToken.test(decoded) ? withoutPlainTokens(decoded) : decoded;
    // It stays one word, which no log or JSON text ends at.
    if (without !== decoded) return without.replace(/[^\w.~…-]/g, '_');
  }
  return word;
}

/** The rest of a redacted token is not a token. */
const hiddenToken = /mcs_\w|eyJ[\w-]/;

/**
 * Returns the first `max` characters of a text, without tokens. Only they are searched, so a text of any length takes the
 * same time.
 */
export function beginningWithoutTokens(text: string, max: number): string {
  if (text.length <= max) return withoutTokens(text);
  // A JSON Web Token that is cut has fewer than the three parts by which it is found.
  const cut = beginning(text, max).replace(/eyJ[\w.-]*$/, `${jwtStart}…`);
  return `${withoutTokens(cut)}…`;
}

/** The beginning of `{"` in base64url: of a header and of a payload. */
const jwtStart = 'eyJ';

/** Takes linear time, which a regular expression for three parts would not. @param word of the characters of tokens */
function withoutJwts(word: string): string {
  const parts = word.split('.');
  const kept: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!;
    const start = part.indexOf(jwtStart);
    const isJwt = start >= 0 && parts[index + 1] && parts[index + 2] !== undefined;
    kept.push(isJwt ? `${part.slice(0, start)}${jwtStart}…` : part);
    if (isJwt) index += 2;
  }
  return kept.join('.');
}

const maxName = 255;
const maxDescription = 10_000;

const lineBreakOrControl = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Counts code points, as PostgreSQL does. The first comparison avoids an array of a megabyte. */
const isLonger = (text: string, max: number) =>
  text.length > 2 * max || (text.length > max && [...text].length > max);

/** The rule of `isName`, as error messages state it. */
export const nameRule = `expected 1 to ${maxName} characters, not blank, without line breaks or control characters`;

/** Whether a text can be the display name of a tag or of a token. */
export const isName = (text: string): boolean =>
  !isLonger(text, maxName) && !lineBreakOrControl.test(text) && visible.test(text);

/** The rule of `isDescription`, as error messages state it. */
export const descriptionRule = `expected at most ${maxDescription} characters, without NUL or unpaired surrogates`;

/** Whether a text can be the description of a tag or of a token. */
export const isDescription = (text: string): boolean =>
  !isLonger(text, maxDescription) && invalidTextReason(text) === null;

import type { Steps } from '../scheduling/steps.js';
import { normalForm } from '../urn/grammar.js';

const start = '"urn:li:';
/** The rest of a string, up to its closing quote. The longest URN has fewer characters, even if each is escaped. */
const rest = /(?:[^"\\]|\\.){0,6144}"/sy;
const plain = /^[ -[\]-~]*$/;

/**
 * Returns a JSON text, or a GraphQL document, in which every string that begins with `urn:li:` is in Unicode normal form
 * C: values, names of members, and literals. Everything else is unchanged.
 */
export function* withNormalUrns(text: string): Steps<string> {
  const pieces: string[] = [];
  let copied = 0;
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + start.length)) {
    yield;
    // After a backslash, the quote is a character of a string.
    if (text[at - 1] === '\\') continue;
    rest.lastIndex = at + 1;
    if (!rest.test(text)) continue;
    const string = text.slice(at, rest.lastIndex);
    const normal = plain.test(string) ? string : normalString(string);
    if (normal === string) continue;
    pieces.push(text.slice(copied, at), normal);
    copied = rest.lastIndex;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(copied);
}

/** Returns a string with its quotes, unchanged if it is in normal form or has an invalid escape. */
function normalString(string: string): string {
  try {
    const value: string = JSON.parse(string);
    const normal = normalForm(value);
    return normal === value ? string : JSON.stringify(normal);
  } catch {
    return string;
  }
}

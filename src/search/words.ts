import { toNormalForm } from '../urn/normal-form.js';

/** Longer words are cut, in documents and in queries alike. In characters. */
const maxLength = 100;

const asciiRun = /[A-Za-z0-9]+/g;
const run = /[\p{L}\p{N}\p{M}]+/gu;
/** `XMLHttp` is `XML` and `Http`; digits belong to what is before them. */
const part = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}\P{Lu}+|\p{Lu}+\P{Lu}*|\P{Lu}+/gu;

const lower = (text: string) => text.toLowerCase().slice(0, maxLength);

/** A run of letters and digits. */
export interface Word {
  /** Lower-case, cut where camel case begins a new part: `ordersDaily` has `orders` and `daily`. */
  readonly parts: readonly string[];
  /** Lower-case and not cut: `ordersdaily`. */
  readonly whole: string;
}

const ascii = /^[\0-\x7f]*$/;

/** Returns the form in which texts are compared: equal letters have equal code points. */
export const normalized = (text: string): string => toNormalForm(text, 'NFKC');

/**
 * Splits a text into words, at every character that is not a letter, digit or mark. The database does not do it, so
 * that a server of any locale and the embedded database agree.
 */
export function* splitWords(text: string): Generator<Word> {
  for (const [found] of normalized(text).matchAll(ascii.test(text) ? asciiRun : run)) {
    const whole = lower(found);
    const parts = whole === found ? [whole] : (found.match(part) ?? []).map(lower);
    yield { parts, whole };
  }
}

/** Returns the parts of all words. */
export const toTokens = (text: string): string[] => [...splitWords(text)].flatMap(({ parts }) => parts);

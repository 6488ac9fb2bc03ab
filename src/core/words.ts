/** Longer words are cut, in documents and in queries alike. In characters. */
const maxLength = 100;

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

/**
 * Splits a text into words, at everything that is no letter, digit or mark. The database does not do it, so that a server
 * of any locale and the embedded database agree.
 */
export function* wordsOf(text: string): Generator<Word> {
  for (const [found] of text.normalize('NFKC').matchAll(run)) {
    yield { parts: (found.match(part) ?? []).map(lower), whole: lower(found) };
  }
}

/** Returns the parts of all words. */
export const tokensOf = (text: string): string[] => [...wordsOf(text)].flatMap(({ parts }) => parts);

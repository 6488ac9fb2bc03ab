import type { Weight } from '../../aspects/searched.js';
import type { Steps } from '../../scheduling/steps.js';
import { splitWords } from '../words.js';

/** Bounds of what one source of a document adds, so that PostgreSQL can keep all of them: 1 MB, 16,383 positions. */
const maxPosition = 16_000;
const maxBytes = 150_000;
/** PostgreSQL stores at most this many positions of a word. */
const maxPositions = 255;
/** Longer words are cut (search/words.ts). */
const maxLength = 100;

/** Collects the words of texts, with their positions, in the text form of PostgreSQL's `tsvector`. */
export class WordVector {
  readonly #positions = new Map<string, string[]>();
  #next = 1;
  #bytes = 0;

  *add(text: string, weight: Weight): Steps<void> {
    let words = 0;
    let joined = '';
    for (const { parts, whole } of splitWords(text)) {
      if (this.#bytes > maxBytes) return;
      if (parts.length > 1) this.#set(whole, weight);
      for (const part of parts) {
        this.#set(part, weight);
        this.#next += 1;
      }
      words += 1;
      if (joined.length < maxLength) joined += whole;
      if (words % 100 === 0) yield;
    }
    // Wide tables have more columns with the same part in their names than a word has positions, so that no phrase finds
    // the others.
    if (weight === 'D' && words > 1 && !/\s/.test(text)) this.#set(joined.slice(0, maxLength), weight);
    // No phrase is in two texts.
    this.#next += 1;
  }

  /** A word after the last position is found, but not as part of a phrase. */
  #set(word: string, weight: Weight) {
    const position = this.#next < maxPosition ? `${this.#next}${weight}` : null;
    const positions = this.#positions.get(word);
    if (positions === undefined) {
      this.#positions.set(word, position === null ? [] : [position]);
      this.#bytes += Buffer.byteLength(word) + 8;
    } else if (position !== null && positions.length < maxPositions) {
      positions.push(position);
      this.#bytes += 2;
    }
  }

  toString(): string {
    let text = '';
    for (const [word, positions] of this.#positions)
      text += positions.length === 0 ? `'${word}' ` : `'${word}':${positions.join(',')} `;
    return text;
  }
}

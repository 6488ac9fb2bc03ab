import type { Steps } from '../../core/steps.js';
import { wordsOf } from '../../core/words.js';

/** Bounds of what one source of a document adds, so that PostgreSQL can keep all of them: 1 MB, 16,383 positions. */
const maxWords = 16_000;
const maxBytes = 150_000;
/** Between two texts, so that no phrase is in both. */
const gap = 10;
/** PostgreSQL keeps no more positions of a word. */
const maxPositions = 255;

/** A: names; B: descriptions; C: custom properties; D: columns. */
export type Weight = 'A' | 'B' | 'C' | 'D';

/** Collects the words of texts, with their positions, in the text form of PostgreSQL's `tsvector`. */
export class WordVector {
  readonly #positions = new Map<string, string[]>();
  #next = 1;
  #bytes = 0;

  *add(text: string, weight: Weight): Steps<void> {
    let words = 0;
    for (const { parts, whole } of wordsOf(text)) {
      if (this.#next + parts.length > maxWords || this.#bytes > maxBytes) return;
      if (parts.length > 1) this.#set(whole, weight);
      for (const part of parts) {
        this.#set(part, weight);
        this.#next += 1;
      }
      words += 1;
      if (words % 100 === 0) yield;
    }
    this.#next += gap;
  }

  #set(word: string, weight: Weight) {
    const positions = this.#positions.get(word);
    if (positions === undefined) {
      this.#positions.set(word, [`${this.#next}${weight}`]);
      this.#bytes += Buffer.byteLength(word) + 8;
    } else if (positions.length < maxPositions) {
      positions.push(`${this.#next}${weight}`);
      this.#bytes += 2;
    }
  }

  toString(): string {
    let text = '';
    for (const [word, positions] of this.#positions) text += `'${word}':${positions.join(',')} `;
    return text;
  }
}

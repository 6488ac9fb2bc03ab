import type { Steps } from '../scheduling/steps.js';

/**
 * The most JSON values, arrays and objects among them, that a body may have. Parsing blocks the event loop, for a second
 * with some millions of values. The largest batch has tens of values a proposal: its aspects are texts.
 */
export const valuesMax = 500_000;

/** The same with the values in the texts of a body, which can be aspects. */
export const valuesMaxInTexts = 2_000_000;

/** Maximum bytes of memory of a parsed JSON value, besides its text. */
export const memoryPerValue = 100;

const [quote, backslash, comma, bracket, brace] = [...'"\\,[{'].map((sign) => sign.charCodeAt(0));

export interface ValueCount {
  readonly values: number;
  /** With those in texts. */
  readonly inTexts: number;
}

/** Characters that are read in a millisecond. */
const stepLength = 1_000_000;

/** Counts the values of a JSON text, well-formed or not. Each follows one of `,`, `[` and `{`. */
export function* countValues(text: string): Steps<ValueCount> {
  const counter = new Counter(text);
  while (counter.countTo(counter.index + stepLength)) yield;
  const { values, inTexts } = counter;
  return { values, inTexts };
}

/** A class, because V8 optimizes its loop, and not one of a generator. */
class Counter {
  index = 0;
  values = 0;
  inTexts = 0;
  #isInText = false;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns whether some text is left. */
  countTo(end: number): boolean {
    const text = this.#text;
    const last = Math.min(end, text.length);
    let { index, values, inTexts } = this;
    let isInText = this.#isInText;
    for (; index < last; index += 1) {
      const code = text.charCodeAt(index);
      if (code === quote) isInText = !isInText;
      else if (code === backslash) index += 1;
      else if (code === comma || code === bracket || code === brace) {
        inTexts += 1;
        if (!isInText) values += 1;
      }
    }
    this.index = index;
    this.values = values;
    this.inTexts = inTexts;
    this.#isInText = isInText;
    return index < text.length;
  }
}

import type { Steps } from './steps.js';

/**
 * The most JSON values, arrays and objects among them, that a body may have. Parsing blocks the event loop, for a second
 * with some millions of values. The largest batch has tens of values a proposal: its aspects are texts.
 */
export const valuesMax = 500_000;

/** The same with the values in the texts of a body, which can be aspects. */
export const valuesMaxInTexts = 2_000_000;

/** Bytes of memory that a parsed JSON value needs at most, besides its text. */
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
  let [values, inTexts, isInText] = [0, 0, false];
  for (let index = 0; index < text.length; index += 1) {
    if (index % stepLength === 0) yield;
    const code = text.charCodeAt(index);
    if (code === quote) isInText = !isInText;
    else if (code === backslash) index += 1;
    else if (code === comma || code === bracket || code === brace) {
      inTexts += 1;
      if (!isInText) values += 1;
    }
  }
  return { values, inTexts };
}

import { numberText } from './numbers.js';

/** Returns a number with its noun, as in "1 tag" and "2 tags". */
export const counted = (value: number, one: string, several = `${one}s`): string =>
  `${numberText(value)} ${value === 1 ? one : several}`;

/** Returns a list as a sentence has it: "a, b and c". */
export const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

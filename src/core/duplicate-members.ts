import { isObject } from './lossless-json.js';
import { isLarge, type Steps } from './steps.js';
import { quoted } from './urn-grammar.js';

/** An object of a JSON text has two members of one name. Parsers keep the last of them, and lose the others. */
export class DuplicateMember extends Error {
  override readonly name = 'DuplicateMember';

  /** @param path the names and indices that lead to the member; names are shortened in the message */
  constructor(path: readonly (string | number)[]) {
    super(`has the member "${path.map(shown).join('.')}" twice`);
  }
}

/** A name as in an error message, without quotes. */
const shown = (key: string | number): string =>
  typeof key === 'number' ? String(key) : quoted(key).replace(/^"|"(?=…?$)/g, '');

const [quote, backslash, colon] = [...'"\\:'].map((sign) => sign.charCodeAt(0));

/** Characters that are read in a millisecond. */
const stepLength = 1_000_000;

/** Whether a JSON text has more members than its value, which `JSON.parse` returns. */
export function* hasDuplicates(text: string, value: unknown): Steps<boolean> {
  const counter = new Counter(text);
  while (counter.countTo(counter.index + stepLength)) yield;
  return counter.members !== (yield* countInSteps(value));
}

/** Counts the colons outside of strings. A class, because V8 optimizes its loop, and not one of a generator. */
class Counter {
  index = 0;
  members = 0;
  #isInText = false;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns whether some text is left. */
  countTo(end: number): boolean {
    const text = this.#text;
    const last = Math.min(end, text.length);
    let { index, members } = this;
    let isInText = this.#isInText;
    for (; index < last; index += 1) {
      const code = text.charCodeAt(index);
      if (code === quote) isInText = !isInText;
      else if (code === backslash) index += 1;
      else if (code === colon && !isInText) members += 1;
    }
    Object.assign(this, { index, members });
    this.#isInText = isInText;
    return index < text.length;
  }
}

function* countInSteps(value: unknown): Steps<number> {
  yield;
  if (!isLarge(value)) return count(value);
  const children = Object.values(value as object);
  let members = isObject(value) ? children.length : 0;
  for (const child of children) members += yield* countInSteps(child);
  return members;
}

function count(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, child) => sum + count(child), 0);
  if (!isObject(value)) return 0;
  let members = 0;
  for (const name in value) members += 1 + count(value[name]);
  return members;
}

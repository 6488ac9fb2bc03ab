import { quoted } from '../core/urn-grammar.js';
import { isLarge, type Steps } from '../scheduling/steps.js';
import { isObject } from './lossless-json.js';

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

/**
 * Whether a JSON text has more members than its value, which `JSON.parse` returns.
 *
 * @param members of the text, as `countValues` counts them
 */
export function* hasDuplicates(members: number, value: unknown): Steps<boolean> {
  return members !== (yield* countInSteps(value));
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

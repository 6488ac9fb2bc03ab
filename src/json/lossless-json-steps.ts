import { isLarge, type Steps } from '../scheduling/steps.js';
import { isDeeper, type Json, stringifyLossless } from './lossless-json.js';

/** Small elements of an array that one step writes. */
const elementsMax = 100;

/** `stringifyLossless` in steps, for a value of any size. */
export function* stringifyInSteps(value: unknown): Steps<string> {
  const parts: string[] = [];
  yield* write(value, parts);
  return parts.join('');
}

function* write(value: unknown, parts: string[]): Steps<void> {
  yield;
  if (!isLarge(value)) {
    parts.push(stringifyLossless(value));
    return;
  }
  const isArray = Array.isArray(value);
  let separator = isArray ? '[' : '{';
  const start = (text: string) => {
    parts.push(separator, text);
    separator = ',';
  };
  if (isArray) {
    for (let from = 0; from < value.length; ) {
      let to = from;
      while (to < value.length && to - from < elementsMax && !isLarge(value[to])) to += 1;
      if (to > from) start(stringifyLossless(value.slice(from, to)).slice(1, -1));
      else {
        start('');
        yield* write(value[to++], parts);
      }
      from = to;
      yield;
    }
  } else {
    for (const [name, member] of Object.entries(value as Json)) {
      start(`${JSON.stringify(name)}:`);
      yield* write(member, parts);
    }
  }
  parts.push(isArray ? ']' : '}');
}

/** `isDeeper` in steps. */
export function* isDeeperInSteps(value: unknown, levels: number): Steps<boolean> {
  yield;
  if (levels <= 0 || !isLarge(value)) return isDeeper(value, levels);
  for (const child of Array.isArray(value) ? value : Object.values(value as Json)) {
    if (yield* isDeeperInSteps(child, levels - 1)) return true;
  }
  return false;
}

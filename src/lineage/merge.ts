import type { Steps } from '../scheduling/steps.js';

/** Items between two turns of the event loop. */
const chunkSize = 1_000;

/** Merges two sorted lists. Of equal items, those of the first come first. @param count of items, at most */
export function* merge<T>(
  one: readonly T[],
  other: readonly T[],
  compare: (one: T, other: T) => number,
  count = Number.POSITIVE_INFINITY,
): Steps<readonly T[]> {
  if (one.length === 0 || other.length === 0) return (one.length === 0 ? other : one).slice(0, count);
  const merged: T[] = [];
  for (let [a, b] = [0, 0]; merged.length < count && (a < one.length || b < other.length); ) {
    if (merged.length % chunkSize === 0) yield;
    const takesOne = b === other.length || (a < one.length && compare(one[a]!, other[b]!) <= 0);
    merged.push(takesOne ? one[a++]! : other[b++]!);
  }
  return merged;
}

import type { Attempt } from '../play.js';
import type { Group } from './log.js';

/** When a change was certainly made: an attempt without an answer may be done at any time after it was sent. */
const answered = ({ outcome, answeredAt }: Attempt) =>
  outcome === 'unknown' ? Number.POSITIVE_INFINITY : answeredAt;

/** The changes of one entity before which, and after which, an attempt can have happened. */
export interface Windows {
  /** Returns the first and the last position, counted in changes that were made before. */
  find(attempt: Attempt): readonly [first: number, last: number];
  /** Returns the position of a change that was answered before an earlier one was sent; -1: the order is right. */
  readonly disorder: number;
}

export function findWindows(groups: readonly Group[]): Windows {
  const count = groups.length;
  const sent = groups.map(({ attempt }) => attempt?.sentAt ?? Number.NEGATIVE_INFINITY);
  const ended = groups.map(({ attempt }) => (attempt ? answered(attempt) : Number.POSITIVE_INFINITY));
  // The earliest end from a position on, and the latest sending up to it: both only grow, so they can be searched.
  const endedFrom = Array<number>(count + 1).fill(Number.POSITIVE_INFINITY);
  for (let at = count - 1; at >= 0; at -= 1) endedFrom[at] = Math.min(ended[at]!, endedFrom[at + 1]!);
  const sentTo = Array<number>(count + 1).fill(Number.NEGATIVE_INFINITY);
  for (let at = 0; at < count; at += 1) sentTo[at + 1] = Math.max(sentTo[at]!, sent[at]!);

  /** Returns the first position from which `isTrue` holds. */
  function search(isTrue: (at: number) => boolean): number {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isTrue(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
  return {
    find: (attempt) => [
      search((at) => endedFrom[at]! >= attempt.sentAt),
      search((at) => sentTo[at + 1]! > answered(attempt)),
    ],
    disorder: groups.findIndex((_, at) => ended[at]! < sentTo[at]!),
  };
}

import { randomInt } from 'node:crypto';
import type { Test } from 'tap';

/** Returns a seed and prints it; TEST_SEED sets it. */
export function readSeed(t: Test): number {
  const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));
  t.comment(`TEST_SEED=${seed}`);
  return seed;
}

/** Returns random choices that repeat with the same seed; TEST_SEED sets it. */
export const seeded = (t: Test) => chooseBy(readSeed(t));

export type Choose = ReturnType<typeof chooseBy>;

/** Returns random choices that repeat with the same seed. */
export function chooseBy(seed: number) {
  let state = seed;
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  /** The list from a random position on, then its beginning. */
  const rotate = <T>(list: readonly T[]): T[] => {
    const start = below(list.length);
    return [...list.slice(start), ...list.slice(0, start)];
  };
  return { below, pick, rotate };
}

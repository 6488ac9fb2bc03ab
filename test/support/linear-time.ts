import type { Test } from 'tap';

/** @returns the shortest time of five runs, in ms: what else the machine does makes each run longer, never shorter */
function shortest(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
  return Math.min(...times);
}

/**
 * Asserts that work on 16 times the size takes less than 128 times as long. Quadratic work takes 256 times as long. Linear
 * work takes more than 16 times as long where the larger size does not fit into the caches of the processor.
 *
 * @param size the larger size
 */
export function takesLinearTime(t: Test, size: number, work: (size: number) => void, what = '') {
  const [small, large] = [size / 16, size].map((one) => shortest(() => work(one))) as [number, number];
  t.ok(large < 128 * small, `${what} ${large} ms for a size of ${size}, ${small} ms for a sixteenth`);
}

import type { Test } from 'tap';

/** @returns the least time of the processor in five runs, in ms: other work of the machine hardly changes it */
export function shortestTime(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const begin = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

/**
 * Asserts that work takes less than 8 times as long as 16 runs on a sixteenth of its size. Linear work takes as long, or
 * up to 3 times where only the smaller size fits into the caches of the processor; quadratic work takes 16 times as long.
 */
export function takesLinearTime(t: Test, size: number, work: (size: number) => void, what = '') {
  const parts = shortestTime(() => {
    for (let run = 0; run < 16; run += 1) work(size / 16);
  });
  const whole = shortestTime(() => work(size));
  t.ok(whole < 8 * parts, `${what} ${whole} ms for a size of ${size}, ${parts} ms for 16 sixteenths`);
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Far above what a slow machine needs: a test that hangs shall fail by name, before the whole suite is ended. */
const limitMs = 300_000;

/** Resolves once a condition holds. @throws Error with the condition's source when it never does */
export async function waitFor(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`never true: ${holds}`);
    await sleep(5);
  }
}

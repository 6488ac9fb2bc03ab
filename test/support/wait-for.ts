import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves once a condition holds. Only the limit of the test file ends the wait, so a slow machine cannot fail it. */
export async function waitFor(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(5);
}

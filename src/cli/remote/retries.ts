import type { Dependencies } from '../dependencies.js';
import { type Answer, describe, readRetryAfter } from './answer.js';
import { Unreachable } from './no-catalog.js';

const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const maxPauseMs = 120_000;

export type Result = Answer | Unreachable;

/** Returns why a request was not served, for people. */
export const describeResult = (result: Result): string =>
  result instanceof Unreachable ? result.reason : describe(result);

/**
 * Sends a request again, up to six times, while its result is transient: a later request may have another one. Pauses as long as
 * the service asks, and says so.
 *
 * @returns the last result, and how often the request was sent
 */
export async function sendWithRetries<One extends Result>(
  send: () => Promise<One>,
  isTransient: (result: One) => boolean,
  url: string,
  { wait, info }: Pick<Dependencies, 'wait' | 'info'>,
): Promise<{ readonly result: One; readonly tries: number }> {
  for (let tries = 1; ; tries += 1) {
    const result = await send();
    const own = pausesMs[tries - 1];
    if (own === undefined || !isTransient(result)) return { result, tries };
    const asked = result instanceof Unreachable ? null : readRetryAfter(result);
    const pause = Math.min(asked ?? own, maxPauseMs);
    info(`the catalog at ${url}: ${describeResult(result)}; trying again in ${Math.ceil(pause / 1_000)} s`);
    await wait(pause);
  }
}

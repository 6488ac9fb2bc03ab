import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { shared } from '../scheduling/shared.js';

const timeoutMs = 2_000;

export type State = 'ok' | 'stopping' | 'unavailable';

export interface ReadinessOptions {
  /** Resolves when the database responds. */
  readonly ready: () => Promise<void>;
  /** Aborted when proxies should send requests elsewhere. */
  readonly draining: AbortSignal;
}

/** Returns the function that checks whether the service is ready. */
export function readiness({ ready, draining }: ReadinessOptions): (log: FastifyBaseLogger) => Promise<State> {
  // Any number of clients may send probes: one check of the database at a time serves all of them.
  const check = shared(ready);

  return async (log) => {
    if (draining.aborted) return 'stopping';
    try {
      await withTimeout(check(), timeoutMs);
      return 'ok';
    } catch (error) {
      log.warn({ err: error }, 'not ready');
      return 'unavailable';
    }
  };
}

/** The parts of a timeout. */
const parts = 4;

/**
 * Several timers, one after the other: a process that stands still uses up only one of them, and then still handles the
 * response that has arrived meanwhile.
 *
 * @throws Error when the work takes longer
 */
async function withTimeout(work: Promise<void>, ms: number): Promise<void> {
  const timer = new AbortController();
  async function timeout(): Promise<never> {
    for (let part = 0; part < parts; part += 1) await sleep(ms / parts, undefined, { signal: timer.signal });
    throw new Error(`no response within ${ms} ms`);
  }
  const late = timeout();
  try {
    await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    timer.abort();
  }
}

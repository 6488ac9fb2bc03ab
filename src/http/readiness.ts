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

/** @throws Error when the work takes longer */
async function withTimeout(work: Promise<void>, ms: number): Promise<void> {
  const timer = new AbortController();
  const timeout = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no response within ${ms} ms`);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    timeout.catch(() => undefined);
    timer.abort();
  }
}

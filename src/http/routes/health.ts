import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const timeoutMs = 2_000;

export interface HealthOptions {
  /** Resolves when the database answers. */
  readonly ready: () => Promise<void>;
  /** Aborted when proxies should send requests elsewhere. */
  readonly draining: AbortSignal;
}

/** Probes of whether the process runs and whether it can serve, without credentials. */
export async function healthRoutes(app: FastifyInstance, { ready, draining }: HealthOptions) {
  // Any number of clients may send probes: one check of the database at a time serves all of them.
  let check: Promise<void> | undefined;
  const checkReadiness = () => {
    check ??= ready().finally(() => {
      check = undefined;
    });
    return withTimeout(check, timeoutMs);
  };

  // At `warn`, because a probe every few seconds would fill the log.
  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { logLevel: 'warn' }, async (request, reply) => {
    if (draining.aborted) return reply.code(503).send({ status: 'stopping' });
    try {
      await checkReadiness();
      return { status: 'ok' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}

/** @throws Error when the work takes longer */
async function withTimeout(work: Promise<void>, ms: number): Promise<void> {
  const timer = new AbortController();
  const timeout = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    timeout.catch(() => undefined);
    timer.abort();
  }
}

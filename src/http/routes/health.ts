import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const timeoutMs = 2_000;

/**
 * Whether the process runs, and whether it can serve: for probes, without credentials.
 *
 * @param ready resolves when the database answers
 * @param draining aborted when requests are to go elsewhere
 */
export async function healthDoor(
  app: FastifyInstance,
  { ready, draining }: { ready: () => Promise<void>; draining: AbortSignal },
) {
  // Anyone may ask, as often as they like: the database is asked once at a time.
  let check: Promise<void> | undefined;
  const readiness = () => {
    check ??= ready().finally(() => {
      check = undefined;
    });
    return within(check, timeoutMs);
  };

  // A probe every few seconds would fill the log.
  app.get('/health/live', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { logLevel: 'warn' }, async (request, reply) => {
    if (draining.aborted) return reply.code(503).send({ status: 'stopping' });
    try {
      await readiness();
      return { status: 'ok' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}

async function within(work: Promise<void>, ms: number): Promise<void> {
  const timer = new AbortController();
  const tooLate = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  try {
    await Promise.race([work, tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    timer.abort();
  }
}

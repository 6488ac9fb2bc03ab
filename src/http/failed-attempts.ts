import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Counts failed authentications by the connection's own address; an IPv6 network of 64 bits is one address. */
export interface FailedAttempts {
  /** @throws TooManyAttempts when the address is over its limit */
  count(request: FastifyRequest): Promise<void>;
  /** Whether the address's next failure would be over the limit. */
  exhausted(request: FastifyRequest): Promise<boolean>;
}

export class TooManyAttempts extends Error {
  override readonly name = 'TooManyAttempts';
  readonly statusCode = 429;
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Too many failed authentications from this address. Try again later.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const windowMs = 60_000;

/** The counts live in this process, for the 5,000 addresses that failed last. */
export async function failedAttempts(app: FastifyInstance, perMinute: number): Promise<FailedAttempts> {
  await app.register(rateLimit, { global: false });
  const limit = app.createRateLimit({
    max: perMinute,
    timeWindow: windowMs,
    keyGenerator: ({ socket }) => rateLimit.normalizeIP(socket.remoteAddress ?? 'unknown'),
  });
  let lastFailure = Number.NEGATIVE_INFINITY;
  return {
    async count(request) {
      lastFailure = performance.now();
      const state = await limit(request);
      if (!state.isAllowed && state.isExceeded) throw new TooManyAttempts(state.ttlInSeconds);
    },
    async exhausted(request) {
      // Most of the time nobody fails, and no address needs to be looked up.
      if (performance.now() - lastFailure > windowMs) return false;
      const state = await limit(request, { increment: false });
      return !state.isAllowed && state.remaining === 0;
    },
  };
}

import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseTokenText } from '../../access-tokens/token-format.js';
import { readCredentials } from './credentials.js';

/** Counts failed authentications by the client's address; an IPv6 network of 64 bits is one address. */
export interface FailedAttempts {
  /** @throws TooManyAttempts when the address is over its limit */
  count(request: FastifyRequest): Promise<void>;
  /** Whether the address's next failure would be over the limit. */
  exhausted(request: FastifyRequest): Promise<boolean>;
  /** Counts that the secret of the request's token was wrong, to an address that is over its limit. */
  countToken(request: FastifyRequest): Promise<void>;
  /** Whether the address has been wrong about this one token so often that its hash is not worth another check. */
  exhaustedToken(request: FastifyRequest): Promise<boolean>;
}

const failuresPerToken = 3;

export class TooManyAttempts extends Error {
  override readonly name = 'TooManyAttempts';
  readonly statusCode = 429;
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Too many failed authentications from this address. Try again later.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const timeWindow = 60_000;

/** The counts live in this process, for the 5,000 addresses that failed last. */
export async function failedAttempts(app: FastifyInstance, perMinute: number): Promise<FailedAttempts> {
  await app.register(rateLimit, { global: false });
  const addressOf = ({ clientAddress }: FastifyRequest) => rateLimit.normalizeIP(clientAddress ?? 'unknown');
  const limit = app.createRateLimit({ max: perMinute, timeWindow, keyGenerator: addressOf });
  const tokenLimit = app.createRateLimit({
    max: failuresPerToken,
    timeWindow,
    keyGenerator: (request) => `${addressOf(request)} ${tokenIdOf(request)}`,
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
      if (performance.now() - lastFailure > timeWindow) return false;
      const state = await limit(request, { increment: false });
      return !state.isAllowed && state.remaining === 0;
    },
    async countToken(request) {
      if (tokenIdOf(request) !== null) await tokenLimit(request);
    },
    async exhaustedToken(request) {
      if (tokenIdOf(request) === null) return false;
      const state = await tokenLimit(request, { increment: false });
      return !state.isAllowed && state.remaining === 0;
    },
  };
}

/** Null for what is no token's text: refusing it costs nothing that would have to be limited. */
function tokenIdOf({ raw }: FastifyRequest): string | null {
  const { tokenText } = readCredentials(raw.rawHeaders);
  return tokenText === null ? null : (parseTokenText(tokenText)?.id ?? null);
}

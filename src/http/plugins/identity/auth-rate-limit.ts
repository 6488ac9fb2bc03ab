import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseTokenText } from '../../../access-tokens/token-format.js';
import { HttpError } from '../../http-error.js';

/** Counts failed authentications by the client's address. An IPv6 network of 64 bits counts as one address. */
export interface AuthRateLimit {
  /** @throws HttpError 429 when the address is over its limit */
  countAddress(request: FastifyRequest): Promise<void>;
  /** Whether any address has failed within the time that failures count. Without that, none is over its limit. */
  hasRecentFailures(): boolean;
  /** Whether one more failure of the address would be over its limit. */
  isAddressExhausted(request: FastifyRequest): Promise<boolean>;
  /** Counts a wrong secret for the request's token, from an address that is over its limit. */
  countToken(request: FastifyRequest, tokenText: string): Promise<void>;
  /** Whether the address has sent too many wrong secrets for this token to have its hash checked again. */
  isTokenExhausted(request: FastifyRequest, tokenText: string): Promise<boolean>;
}

const failuresPerToken = 3;
const timeWindow = 60_000;

/** The counts are in the memory of this process, for the 5,000 addresses that failed last. */
export async function authRateLimit(app: FastifyInstance, failuresPerMinute: number): Promise<AuthRateLimit> {
  await app.register(rateLimit, { global: false });
  const limit = app.createRateLimit({ max: failuresPerMinute, timeWindow, keyGenerator: findNetwork });
  const tokenIds = new WeakMap<FastifyRequest, string>();
  const tokenLimit = app.createRateLimit({
    max: failuresPerToken,
    timeWindow,
    keyGenerator: (request) => `${findNetwork(request)} ${tokenIds.get(request)}`,
  });
  /** False for a text that is not a token's: rejecting it costs nothing that needs a limit. */
  function hasTokenId(request: FastifyRequest, tokenText: string): boolean {
    const parsed = parseTokenText(tokenText);
    if (parsed) tokenIds.set(request, parsed.id);
    return parsed !== null;
  }
  let lastFailure = Number.NEGATIVE_INFINITY;
  return {
    async countAddress(request) {
      lastFailure = performance.now();
      const state = await limit(request);
      if (!state.isAllowed && state.isExceeded) throw tooManyFailures(state.ttlInSeconds);
    },
    hasRecentFailures: () => performance.now() - lastFailure <= timeWindow,
    async isAddressExhausted(request) {
      const state = await limit(request, { increment: false });
      return !state.isAllowed && state.remaining === 0;
    },
    async countToken(request, tokenText) {
      if (hasTokenId(request, tokenText)) await tokenLimit(request);
    },
    async isTokenExhausted(request, tokenText) {
      if (!hasTokenId(request, tokenText)) return false;
      const state = await tokenLimit(request, { increment: false });
      return !state.isAllowed && state.remaining === 0;
    },
  };
}

/** Returns the client's IPv4 address, or the first address of its IPv6 network of 64 bits. */
export const findNetwork = ({ clientAddress }: FastifyRequest): string =>
  rateLimit.normalizeIP(clientAddress ?? 'unknown');

const tooManyFailures = (retryAfterSeconds: number) =>
  new HttpError(
    429,
    'Too many failed authentications from this address. Try again later.',
    retryAfterSeconds,
  );

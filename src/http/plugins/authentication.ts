import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../core/actor.js';
import { CatalogError, unauthenticated, unauthorized } from '../../core/errors.js';
import type { Services } from '../../services.js';
import { failedAttempts, TooManyAttempts } from './auth-rate-limit.js';
import { readCredentials } from './credentials.js';
import { trustedProxies } from './trusted-proxies.js';

export interface AuthenticationOptions {
  readonly authenticate: Services['authenticate'];
  /** Addresses and CIDR ranges whose requests may name the acting user without a token. */
  readonly trustedActorProxies: readonly string[];
  readonly failuresPerMinute: number;
}

/** How many requests from addresses over their limit may be authenticated at a time. */
const overLimitConcurrency = 2;

/** Every route of `scope` that is added from here on takes a known, active user, whom it finds in `request.actor`. */
export async function requireCaller(scope: FastifyInstance, options: AuthenticationOptions): Promise<void> {
  const { authenticate } = options;
  const isTrustedProxy = trustedProxies(options.trustedActorProxies);
  const failures = await failedAttempts(scope, options.failuresPerMinute);
  let overLimitInFlight = 0;

  async function byActorHeader(request: FastifyRequest, [urn]: readonly string[]): Promise<Actor> {
    if (urn === undefined || !isTrustedProxy(request.socket.remoteAddress)) {
      throw unauthenticated('no credentials');
    }
    return authenticate.user(urn);
  }

  // Many callers share the address of a gateway. The failures of one must not lock out the others, whose tokens this
  // process may not have verified yet, and must not keep the process busy with argon2.
  async function byToken(request: FastifyRequest, tokenText: string): Promise<Actor> {
    if (tokenText === '') throw unauthenticated('malformed Authorization header');
    const isOverLimit = await failures.exhausted(request);
    if (!isOverLimit || authenticate.isVerified(tokenText)) return authenticate.bearer(tokenText);
    // Without this limit, a client that knows a token's id could cause argon2 checks without end.
    if (await failures.exhaustedToken(request)) throw unauthenticated('too many failures with this token');
    if (overLimitInFlight >= overLimitConcurrency) {
      throw unauthenticated('too many failures from this address');
    }
    overLimitInFlight += 1;
    try {
      return await authenticate.bearer(tokenText);
    } catch (error) {
      await failures.countToken(request);
      throw error;
    } finally {
      overLimitInFlight -= 1;
    }
  }

  async function refused(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    if (!(error instanceof CatalogError && error.type === 'UNAUTHENTICATED')) return error;
    try {
      await failures.count(request);
    } catch (tooMany) {
      if (tooMany instanceof TooManyAttempts) reply.header('retry-after', tooMany.retryAfterSeconds);
      return tooMany;
    }
    const { clientAddress: remoteAddress } = request;
    request.log.warn({ reason: error.detail, remoteAddress }, 'authentication refused');
    // RFC 6750, section 3.
    reply.header('www-authenticate', 'Bearer error="invalid_token"');
    return error;
  }

  scope.decorateRequest('actor', null as unknown as Actor);
  scope.addHook('onRequest', async (request, reply) => {
    const { tokenText, actorUrns } = readCredentials(request.raw.rawHeaders);
    try {
      const { urn, can } = await (tokenText === null
        ? byActorHeader(request, actorUrns)
        : byToken(request, tokenText));
      if (actorUrns.some((named) => named !== urn)) {
        throw unauthorized(`the actor header names another user than the caller, ${urn}`);
      }
      // Not a spread, whose result V8 keeps as a slow dictionary.
      request.actor = { urn, can, deadline: request.deadline };
    } catch (error) {
      throw await refused(error, request, reply);
    }
  });
}

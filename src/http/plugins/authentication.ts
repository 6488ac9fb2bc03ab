import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Actor, Origin } from '../../core/actor.js';
import { CatalogError, unauthenticated, unauthorized } from '../../core/errors.js';
import { toPublicError } from '../../public-error.js';
import type { Services } from '../../services.js';
import { familyOf } from '../path-family.js';
import { authRateLimit, networkOf } from './auth-rate-limit.js';
import type { AuthenticationCounts } from './authentication-metrics.js';
import { readCredentials } from './credentials.js';
import { trustedProxies } from './trusted-proxies.js';
import '../../request.js';

export interface AuthenticationOptions {
  readonly authenticate: Services['authenticate'];
  /** Addresses and CIDR ranges whose requests may name the acting user without a token. */
  readonly trustedActorProxies: readonly string[];
  readonly failuresPerMinute: number;
  /** Called for each refusal, also of addresses over their limit. @param network an IPv4 address or a /64 of IPv6 */
  readonly onRefused: (network: string, reason: string) => void;
  readonly counts: AuthenticationCounts;
}

/** How many requests from addresses over their limit may be authenticated at a time. */
const overLimitConcurrency = 2;

/** Requires a known, active user for all routes of the scope that are added later. Sets `request.actor`. */
export const authentication = fp(
  async (scope, options: AuthenticationOptions) => {
    const { authenticate, counts } = options;
    const isTrustedProxy = trustedProxies(options.trustedActorProxies);
    const limit = await authRateLimit(scope, options.failuresPerMinute);
    let overLimitInFlight = 0;

    async function byActorHeader(request: FastifyRequest, [urn]: readonly string[]): Promise<Actor> {
      if (urn === undefined || !isTrustedProxy(request.socket.remoteAddress)) {
        throw unauthenticated('no_credentials', 'no credentials');
      }
      return authenticate.user(urn);
    }

    // Many callers share the address of a gateway. The failures of one must not lock out the others, whose tokens this
    // process may not have verified yet, and must not keep the process busy with argon2.
    async function byToken(request: FastifyRequest, tokenText: string): Promise<Actor> {
      if (tokenText === '') throw unauthenticated('malformed', 'malformed Authorization header');
      const isOverLimit = await limit.isAddressExhausted(request);
      if (!isOverLimit || authenticate.isVerified(tokenText)) return authenticate.bearer(tokenText);
      // Without this limit, a client that knows a token's id could cause argon2 checks without end.
      if (await limit.isTokenExhausted(request)) {
        throw unauthenticated('too_many_failures', 'too many failures with this token');
      }
      if (overLimitInFlight >= overLimitConcurrency) {
        throw unauthenticated('too_many_failures', 'too many failures from this address');
      }
      overLimitInFlight += 1;
      try {
        return await authenticate.bearer(tokenText);
      } catch (error) {
        await limit.countToken(request);
        throw error;
      } finally {
        overLimitInFlight -= 1;
      }
    }

    /** @throws HttpError 429 when the address is over its limit */
    async function recordFailure(error: unknown, request: FastifyRequest): Promise<void> {
      if (!(error instanceof CatalogError && error.refusal)) {
        if (toPublicError(error).status >= 500) counts.failed();
        return;
      }
      counts.refused(error.refusal);
      const network = networkOf(request);
      options.onRefused(network.includes(':') ? `${network}/64` : network, error.detail ?? '');
      await limit.countAddress(request);
      const { clientAddress: remoteAddress } = request;
      request.log.warn({ reason: error.detail, remoteAddress }, 'authentication refused');
    }

    scope.decorateRequest('actor', null as unknown as Actor);
    scope.addHook('onRequest', async (request) => {
      const { tokenText, actorUrns } = readCredentials(request.raw.rawHeaders);
      try {
        const { urn, can, token } = await (tokenText === null
          ? byActorHeader(request, actorUrns)
          : byToken(request, tokenText));
        if (actorUrns.some((named) => named !== urn)) {
          throw unauthorized(`the actor header names another user than the caller, ${urn}`);
        }
        counts.succeeded();
        // Not a spread, whose result V8 keeps as a slow dictionary.
        request.actor = {
          urn,
          can,
          token,
          deadline: request.deadline,
          origin: originOf(request),
          memory: undefined,
          warnings: undefined,
        };
      } catch (error) {
        await recordFailure(error, request);
        throw error;
      }
    });
  },
  { name: 'authentication' },
);

const maxUserAgent = 256;

function originOf({ id, clientAddress, headers, routeOptions }: FastifyRequest): Origin {
  return {
    requestId: id,
    address: clientAddress ?? null,
    userAgent: headers['user-agent']?.slice(0, maxUserAgent) ?? null,
    transport: transportOf(routeOptions.url ?? ''),
  };
}

/** By template of a route. */
const transports = new Map<string, Origin['transport']>();

function transportOf(url: string): Origin['transport'] {
  const known = transports.get(url);
  if (known) return known;
  const other = familyOf(url) === 'graphql' ? 'GRAPHQL' : 'RESTLI';
  const transport = url.includes('/openapi/') ? 'OPENAPI' : other;
  transports.set(url, transport);
  return transport;
}

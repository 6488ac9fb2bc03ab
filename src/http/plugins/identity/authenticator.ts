import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkSignInText } from '../../../access-tokens/sessions/sessions.js';
import type { AuthenticatedCaller } from '../../../access-tokens/standing.js';
import type { Actor } from '../../../core/actor.js';
import { CatalogError, unauthenticated, unauthorized } from '../../../core/errors.js';
import { toPublicError } from '../../../public-error.js';
import type { Services } from '../../../services.js';
import type { AuthenticationCounts } from '../monitoring/authentication-metrics.js';
import { toActor } from './actor.js';
import { authRateLimit, findNetwork } from './auth-rate-limit.js';
import { type Credentials, readCredentials } from './credentials.js';
import type { SessionCookie } from './session-cookie.js';
import { trustedProxies } from './trusted-proxies.js';
import '../../../request.js';

export interface AuthenticatorOptions {
  readonly authenticate: Services['authenticate'];
  /** Addresses and CIDR ranges whose requests may name the acting user without a token. */
  readonly trustedActorProxies: readonly string[];
  readonly failuresPerMinute: number;
  /** Called for each refusal, also of addresses over their limit. @param network an IPv4 address or a /64 of IPv6 */
  readonly onRefused: (network: string, reason: string) => void;
  readonly counts: AuthenticationCounts;
  /** Null: cookies are ignored. */
  readonly cookie: SessionCookie | null;
}

/** What a body has that signs in: the text of a token, or the secret of a link. */
export type SignInSecret = { readonly token: string } | { readonly link: string };

/** Authenticates the caller of a request. Counts every result, and limits the failures of an address. */
export interface Authenticator {
  /** Returns the actor of the request's credentials. @throws UNAUTHENTICATED, UNAUTHORIZED */
  byHeaders(request: FastifyRequest): Promise<Actor>;
  /**
   * Authenticates a request to a path or with a method that does not exist. Without credentials, it is not a failed
   * authentication.
   *
   * @throws UNAUTHENTICATED, UNAUTHORIZED
   */
  unrouted(request: FastifyRequest): Promise<void>;
  /** Judges the actor of a request again. @throws UNAUTHENTICATED */
  renew(request: FastifyRequest): Promise<void>;
  /** Returns the actor of a token, or of a sign-in link, that the request's body has. @throws UNAUTHENTICATED */
  bySignIn(request: FastifyRequest, secret: SignInSecret): Promise<Actor>;
}

/**
 * The maximum number of concurrent authentications of requests from addresses over their limit. The same number applies
 * to tokens whose secrets are being guessed, which wait longer.
 */
const overLimitConcurrency = 2;

export async function authenticator(
  scope: FastifyInstance,
  options: AuthenticatorOptions,
): Promise<Authenticator> {
  const { authenticate, counts, cookie } = options;
  const isTrustedProxy = trustedProxies(options.trustedActorProxies);
  const limit = await authRateLimit(scope, options.failuresPerMinute);
  const overLimitInFlight = { ordinary: 0, guessed: 0 };

  async function byActorHeader(
    request: FastifyRequest,
    [urn]: readonly string[],
  ): Promise<AuthenticatedCaller> {
    if (urn === undefined || !isTrustedProxy(request.socket.remoteAddress)) {
      throw unauthenticated('no_credentials', 'no credentials');
    }
    return authenticate.user(urn);
  }

  // Many callers share the address of a gateway. The failures of one must not lock out the others, whose tokens this
  // process may not have verified yet, and must not keep the process busy with argon2.
  const byToken = (request: FastifyRequest, tokenText: string): Promise<AuthenticatedCaller> =>
    limit.hasRecentFailures() ? afterFailures(request, tokenText) : authenticate.bearer(tokenText);

  async function afterFailures(request: FastifyRequest, tokenText: string): Promise<AuthenticatedCaller> {
    const isOverLimit = await limit.isAddressExhausted(request);
    if (!isOverLimit || authenticate.isVerified(tokenText)) return authenticate.bearer(tokenText);
    // Without this limit, a client that knows a token's id could cause argon2 checks without end.
    if (await limit.isTokenExhausted(request, tokenText)) {
      throw unauthenticated('too_many_failures', 'too many failures with this token');
    }
    const kind = authenticate.isGuessed(tokenText) ? 'guessed' : 'ordinary';
    if (overLimitInFlight[kind] >= overLimitConcurrency) {
      throw unauthenticated('too_many_failures', 'too many failures from this address');
    }
    overLimitInFlight[kind] += 1;
    try {
      return await authenticate.bearer(tokenText);
    } catch (error) {
      await limit.countToken(request, tokenText);
      throw error;
    } finally {
      overLimitInFlight[kind] -= 1;
    }
  }

  /** @throws HttpError 429 when the address is over its limit */
  async function recordFailure(error: unknown, request: FastifyRequest, isUnrouted = false): Promise<void> {
    if (!(error instanceof CatalogError && error.refusal)) {
      if (toPublicError(error).status >= 500) counts.failed();
      return;
    }
    // Browsers request icons, and monitors a wrong path.
    if (isUnrouted && error.refusal === 'no_credentials') return;
    counts.refused(error.refusal);
    const { clientAddress: remoteAddress } = request;
    if (error.refusal === 'session_ended') {
      // Not a failed sign-in. The id cannot be guessed, and costs no argon2; a page that is left open and keeps asking
      // must not lock out its address.
      request.log.debug({ reason: error.detail, remoteAddress }, 'session refused');
      return;
    }
    const network = findNetwork(request);
    options.onRefused(network.includes(':') ? `${network}/64` : network, error.detail ?? '');
    await limit.countAddress(request);
    request.log.warn({ reason: error.detail, remoteAddress }, 'authentication refused');
  }

  /**
   * @param actorUrns whom the request's headers name, who must be the caller
   * @param isUnrouted whether the path or the method does not exist
   */
  async function recorded(
    request: FastifyRequest,
    attempt: () => Promise<AuthenticatedCaller>,
    actorUrns: readonly string[] = [],
    isUnrouted = false,
  ): Promise<Actor> {
    try {
      const caller = await attempt();
      if (actorUrns.some((named) => named !== caller.urn))
        throw unauthorized(`the actor header names a user other than the caller, ${caller.urn}`);
      counts.succeeded();
      return toActor(caller, request);
    } catch (error) {
      await recordFailure(error, request, isUnrouted);
      throw error;
    }
  }

  function byCredentials(request: FastifyRequest, { tokenText, actorUrns }: Credentials) {
    if (tokenText === '') throw unauthenticated('malformed', 'malformed Authorization header');
    if (tokenText !== null) return byToken(request, tokenText);
    const sessionId = cookie === null ? null : cookie.read(request);
    return sessionId === null ? byActorHeader(request, actorUrns) : authenticate.session(sessionId);
  }

  function byHeaders(request: FastifyRequest, isUnrouted = false): Promise<Actor> {
    const credentials = readCredentials(request.raw.rawHeaders);
    const { actorUrns } = credentials;
    return recorded(request, () => byCredentials(request, credentials), actorUrns, isUnrouted);
  }

  return {
    byHeaders: (request) => byHeaders(request),
    async unrouted(request) {
      await byHeaders(request, true);
    },
    bySignIn: (request, secret) =>
      recorded(request, async () => {
        if ('link' in secret) return authenticate.link(secret.link);
        checkSignInText(secret.token);
        return byToken(request, secret.token);
      }),
    async renew(request) {
      try {
        await request.actor.standing?.renew();
      } catch (error) {
        await recordFailure(error, request);
        throw error;
      }
    },
  };
}

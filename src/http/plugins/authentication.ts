import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../core/actor.js';
import { CatalogError, unauthenticated, unauthorized } from '../../core/errors.js';
import type { Services } from '../../services.js';
import { failedAttempts, TooManyAttempts } from './auth-rate-limit.js';
import { readCredentials } from './credentials.js';
import { trustedProxies } from './trusted-proxies.js';

export interface AuthenticationOptions {
  readonly authenticate: Services['authenticate'];
  /** Whose word on the acting user is taken without a token. */
  readonly trustedActorProxies: readonly string[];
  readonly failuresPerMinute: number;
}

/** How many at a time may still prove themselves from addresses that have used up their failures. */
const lastChances = 2;

/**
 * From here on, every route of `door` answers known, active users alone, and finds them in `request.actor`; one that
 * `awaitsCaller`, in `request.caller`.
 */
export async function requireCaller(door: FastifyInstance, options: AuthenticationOptions): Promise<void> {
  const { authenticate } = options;
  const trusts = trustedProxies(options.trustedActorProxies);
  const failures = await failedAttempts(door, options.failuresPerMinute);
  let lastChancesInUse = 0;
  let underWay = 0;

  async function vouchedFor(request: FastifyRequest, [urn]: readonly string[]): Promise<Actor> {
    if (urn === undefined || !trusts(request.socket.remoteAddress)) throw unauthenticated('no credentials');
    return authenticate.user(urn);
  }

  // Many callers share the address of a gateway: the junk of one must not lock out the others, whose tokens this
  // process may not have seen yet, nor keep it busy with checking hashes.
  async function bearer(request: FastifyRequest, tokenText: string): Promise<Actor> {
    if (tokenText === '') throw unauthenticated('malformed Authorization header');
    if (!(await failures.exhausted(request))) return authenticate.bearer(tokenText);
    const recalled = authenticate.recalled(tokenText);
    if (recalled) return recalled;
    // Who knows a token's id could otherwise have its hash checked without end.
    if (await failures.exhaustedToken(request)) throw unauthenticated('too many failures with this token');
    if (lastChancesInUse >= lastChances) throw unauthenticated('too many failures from this address');
    lastChancesInUse += 1;
    try {
      return await authenticate.bearer(tokenText);
    } catch (error) {
      await failures.countToken(request);
      throw error;
    } finally {
      lastChancesInUse -= 1;
    }
  }

  async function settled(
    request: FastifyRequest,
    reply: FastifyReply,
    found: Promise<Actor>,
    urns: readonly string[],
  ) {
    try {
      const { urn, can } = await found;
      // Not by a spread, whose result V8 keeps as a slow dictionary.
      const actor = { urn, can, deadline: request.deadline };
      if (urns.some((named) => named !== urn)) {
        throw unauthorized(`the actor header names another user than the caller, ${urn}`);
      }
      request.actor = actor;
      return actor;
    } catch (error) {
      if (!(error instanceof CatalogError && error.type === 'UNAUTHENTICATED')) throw error;
      await failures.count(request).catch((tooMany: unknown) => {
        if (tooMany instanceof TooManyAttempts) reply.header('retry-after', tooMany.retryAfterSeconds);
        throw tooMany;
      });
      const { clientAddress: remoteAddress } = request;
      request.log.warn({ reason: error.detail, remoteAddress }, 'authentication refused');
      // RFC 6750, section 3.
      reply.header('www-authenticate', 'Bearer error="invalid_token"');
      throw error;
    }
  }

  door.decorateRequest('actor', null as unknown as Actor);
  door.decorateRequest('caller', null);
  door.addHook('onRequest', async (request, reply) => {
    const { tokenText, actorUrns } = readCredentials(request.raw.rawHeaders);
    // Nobody gets ahead of others: requests that a read gathers go on together, which takes less of each.
    const mayGoAhead = underWay === 0 && request.routeOptions.config.awaitsCaller && tokenText !== null;
    const recalled = mayGoAhead ? authenticate.recalled(tokenText) : null;
    const found =
      recalled ?? (tokenText === null ? vouchedFor(request, actorUrns) : bearer(request, tokenText));
    underWay += 1;
    request.caller = settled(request, reply, found, actorUrns);
    if (recalled) request.caller.catch(() => undefined);
    else await request.caller;
  });
  door.addHook('onSend', (request, _reply, payload, done) => {
    if (request.caller) underWay -= 1;
    done(null, payload);
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest } from '../../core/errors.js';
import type { Services } from '../../services.js';
import { HttpError } from '../http-error.js';
import { parseInput } from '../parse-input.js';
import type { Authenticator } from '../plugins/authenticator.js';
import type { SessionCookie } from '../plugins/session-cookie.js';

export interface ConsoleSessionOptions {
  readonly services: Services;
  readonly cookie: SessionCookie;
}

/** Enough for the longest JSON Web Token, which is refused with a message. */
const bodyLimit = 16_384;
const body = z.object({ token: z.string() });
/** Each leaves an audit event. */
const [signInsPerToken, timeWindow] = [60, 60_000];

/** A message that names other members would repeat a token in the wrong place. */
function readToken(input: unknown): string {
  const { token } = parseInput(body, input);
  if (Object.keys(input as object).length > 1) throw badRequest('the body has members other than token');
  return token.trim();
}

/** `POST /console/session`, where a caller becomes known (docs/wire-contract.md, "Sessions of the console"). */
export async function signInRoute(
  scope: FastifyInstance,
  { services, cookie, authenticator }: ConsoleSessionOptions & { authenticator: Authenticator },
) {
  const reference = { summary: 'Sign in to the console with an access token', body, isPublic: true };
  const tokenIds = new WeakMap<FastifyRequest, string>();
  const keyGenerator = (request: FastifyRequest) => tokenIds.get(request)!;
  const limit = scope.createRateLimit({ max: signInsPerToken, timeWindow, keyGenerator });
  const onRequest = async (request: Parameters<SessionCookie['checkSignIn']>[0]) =>
    cookie.checkSignIn(request);
  scope.post('/console/session', { bodyLimit, onRequest, config: { reference } }, async (request, reply) => {
    const actor = await authenticator.bySignIn(request, readToken(request.body));
    tokenIds.set(request, actor.token!.id);
    const state = await limit(request);
    if (!state.isAllowed && state.isExceeded)
      throw new HttpError(429, 'Too many sign-ins with this token. Try again later.', state.ttlInSeconds);
    const session = await services.sessions.signIn(actor);
    cookie.set(reply, session.id, session.expiresAt - session.createdAt);
    return { urn: actor.urn, tokenId: session.tokenId, expiresAt: session.expiresAt };
  });
}

/** Signing out, here or everywhere, in a scope with authentication. */
export async function consoleSessionRoutes(
  scope: FastifyInstance,
  { services, cookie }: ConsoleSessionOptions,
) {
  const signOut = { summary: 'Sign out of the console: end the session of the request’s cookie' };
  scope.delete('/console/session', { config: { reference: signOut } }, async ({ actor }, reply) => {
    await services.sessions.signOut(actor);
    cookie.clear(reply);
    return reply.code(204).send();
  });

  const endAll = { summary: 'End all console sessions of the caller' };
  scope.delete('/console/sessions', { config: { reference: endAll } }, async ({ actor }, reply) => {
    const ended = await services.sessions.endAll(actor);
    if (actor.session !== undefined) cookie.clear(reply);
    return { ended };
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest } from '../../core/errors.js';
import type { Services } from '../../services.js';
import { HttpError } from '../http-error.js';
import { parseInput } from '../parse-input.js';
import type { Authenticator, SignInSecret } from '../plugins/identity/authenticator.js';
import type { SessionCookie } from '../plugins/identity/session-cookie.js';

export interface ConsoleSessionOptions {
  readonly services: Services;
  readonly cookie: SessionCookie;
}

/** Enough for the longest JSON Web Token, which is refused with a message. */
const bodyLimit = 16_384;
const body = z.union([z.object({ token: z.string() }), z.object({ link: z.string() })]);
const members = z.object({ token: z.string().optional(), link: z.string().optional() });
/** Each leaves an audit event. */
const [signInsPerToken, timeWindow] = [60, 60_000];

/** A message that names other members would repeat a token in the wrong place. */
function readSecret(input: unknown): SignInSecret {
  const { token, link } = parseInput(members, input);
  if (Object.keys(input as object).length === 1) {
    if (token !== undefined) return { token: token.trim() };
    if (link !== undefined) return { link: link.trim() };
  }
  throw badRequest('the body must have one member: token, or link');
}

/** `POST /console/session`, where a caller becomes known (docs/wire-contract.md, "Sessions of the console"). */
export async function signInRoute(
  scope: FastifyInstance,
  { services, cookie, authenticator }: ConsoleSessionOptions & { authenticator: Authenticator },
) {
  const reference = {
    summary: 'Sign in to the console with an access token, or with a sign-in link',
    body,
    isPublic: true,
  };
  const tokenIds = new WeakMap<FastifyRequest, string>();
  const keyGenerator = (request: FastifyRequest) => tokenIds.get(request)!;
  const limit = scope.createRateLimit({ max: signInsPerToken, timeWindow, keyGenerator });
  const onRequest = async (request: Parameters<SessionCookie['checkSignIn']>[0]) =>
    cookie.checkSignIn(request);
  scope.post('/console/session', { bodyLimit, onRequest, config: { reference } }, async (request, reply) => {
    const secret = readSecret(request.body);
    const actor = await authenticator.bySignIn(request, secret);
    tokenIds.set(request, actor.token!.id);
    const state = await limit(request);
    if (!state.isAllowed && state.isExceeded)
      throw new HttpError(429, 'Too many sign-ins with this token. Try again later.', state.ttlInSeconds);
    const session = await services.sessions.signIn(actor, { byLink: 'link' in secret });
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

import type { Actor } from '../../core/actor.js';
import type { Clock } from '../../core/clock.js';
import { badRequest, CatalogError, unauthenticated } from '../../core/errors.js';
import { isJwt } from '../trusted-issuer.js';
import { newSessionId, sessionKey } from './session.js';
import type { SessionStore } from './store.js';

/** A new session. Only its browser may get the id. */
export interface NewSession {
  readonly id: string;
  readonly tokenId: string;
  /** ms since the epoch */
  readonly createdAt: number;
  readonly expiresAt: number;
}

interface SessionDeps {
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
}

export function consoleSessions({ store, clock, randomBytes }: SessionDeps) {
  return {
    /**
     * Starts a session of the token that the actor has been authenticated with.
     *
     * @param byLink whether a sign-in link has named the token
     * @throws UNAUTHENTICATED when the token has been revoked in the meantime
     */
    async signIn(actor: Actor, { byLink }: { byLink: boolean }): Promise<NewSession> {
      const { id: tokenId } = actor.token!;
      const id = newSessionId(randomBytes);
      const createdAt = clock();
      const expiresAt = await store.add(sessionKey(id)!, tokenId, createdAt, actor, byLink);
      if (expiresAt === null) throw unauthenticated('revoked', `token ${tokenId}: revoked`);
      return { id, tokenId, createdAt, expiresAt };
    },

    /** Ends the session of the request. @throws BAD_REQUEST when the request has none, but a token */
    async signOut(actor: Actor): Promise<void> {
      const { session, token } = actor;
      if (session === undefined || !token)
        throw badRequest('the request has no session: it was not authenticated by the cookie of the console');
      await store.end(session, token.id, actor);
    },

    /**
     * Ends the sessions of the caller, regardless of their tokens, except sessions with more rights than the calling
     * token. @returns how many were live
     */
    endAll: (actor: Actor): Promise<number> =>
      store.endAll(actor.urn, actor.token?.scopes ?? null, clock(), actor),
  };
}

/** @throws UNAUTHENTICATED for a JSON Web Token: it has no row that a session could end with */
export function checkSignInText(text: string): void {
  if (!isJwt(text)) return;
  throw new CatalogError(
    'UNAUTHENTICATED',
    'A JSON Web Token cannot sign in to the console. Sign in with an access token, which begins with mcs_.',
    { refusal: 'malformed', detail: 'sign-in: a JSON Web Token' },
  );
}

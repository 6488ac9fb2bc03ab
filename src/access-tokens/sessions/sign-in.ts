import type { Actor } from '../../core/actor.js';
import type { Clock } from '../../core/clock.js';
import { CatalogError, unauthenticated } from '../../core/errors.js';
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

/**
 * Starts a session of the token that the actor has been authenticated with.
 *
 * @param byLink whether a sign-in link has named the token
 * @throws UNAUTHENTICATED when the token has been revoked in the meantime
 */
export const signIn =
  (deps: { store: SessionStore; clock: Clock; randomBytes: (size: number) => Buffer }) =>
  async (actor: Actor, { byLink }: { byLink: boolean }): Promise<NewSession> => {
    const { id: tokenId } = actor.token!;
    const id = newSessionId(deps.randomBytes);
    const createdAt = deps.clock();
    const expiresAt = await deps.store.add(sessionKey(id)!, tokenId, createdAt, actor, byLink);
    if (expiresAt === null) throw unauthenticated('revoked', `token ${tokenId}: revoked`);
    return { id, tokenId, createdAt, expiresAt };
  };

/** @throws UNAUTHENTICATED for a JSON Web Token: it has no row that a session could end with */
export function checkSignInText(text: string): void {
  if (!isJwt(text)) return;
  throw new CatalogError(
    'UNAUTHENTICATED',
    'A JSON Web Token cannot sign in to the console. Sign in with an access token, which begins with mcs_.',
    { refusal: 'malformed', detail: 'sign-in: a JSON Web Token' },
  );
}

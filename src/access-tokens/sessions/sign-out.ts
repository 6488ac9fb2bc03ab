import type { Actor } from '../../core/actor.js';
import type { Clock } from '../../core/clock.js';
import { badRequest } from '../../core/errors.js';
import type { SessionStore } from './store.js';

/** Ends the session of the request. @throws BAD_REQUEST when the request has none, but a token */
export const signOut =
  ({ store }: { store: SessionStore }) =>
  async (actor: Actor): Promise<void> => {
    const { session, token } = actor;
    if (session === undefined || !token)
      throw badRequest('the request has no session: it was not authenticated by the cookie of the console');
    await store.end(session, token.id, actor);
  };

/**
 * Ends the sessions of the caller, regardless of their tokens, except sessions with more rights than the calling token.
 * @returns how many were live
 */
export const endSessions =
  ({ store, clock }: { store: SessionStore; clock: Clock }) =>
  (actor: Actor): Promise<number> =>
    store.endAll(actor.urn, actor.token?.scopes ?? null, clock(), actor);

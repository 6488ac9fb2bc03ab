import type { Actor } from '../core/actor.js';
import type { Clock } from '../core/clock.js';
import { notFound, unauthorized } from '../core/errors.js';
import { parseUserUrn, quoted } from '../core/urn.js';
import { checkTokenRights } from './ownership.js';
import type { RevocationStore } from './revocation-store.js';
import { scopesWithin } from './scopes.js';

/**
 * Revokes all live tokens that act as a user, the calling one included, for that user and for managers.
 *
 * @returns how many there were
 * @throws BAD_REQUEST, NOT_FOUND for managers
 * @throws UNAUTHORIZED also when one of them may do more than the calling token; then none is revoked
 */
export const revokeAllTokens =
  (deps: { store: RevocationStore; clock: Clock }) =>
  async (actor: Actor, urn: string): Promise<number> => {
    const actorUrn = parseUserUrn(urn, 'actorUrn');
    checkTokenRights(actor, actorUrn, 'revoke the tokens');
    const within = scopesWithin(actor.token?.scopes ?? null);
    const revoked = await deps.store.revokeAll(actorUrn, within, deps.clock(), actor);
    if (revoked === 'no user') throw notFound(`actorUrn ${quoted(actorUrn)} is not a known user`);
    if (revoked === 'wider')
      throw unauthorized(`the scopes of ${actor.urn}'s token allow less than a token of ${actorUrn}`);
    return revoked;
  };

import type { Actor } from '../core/actor.js';
import { mayManageTokens, mayUseTokens } from '../core/authorization.js';
import { conflict, notFound, unauthorized } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import { findLifetimeCap, type IssueDeps, type IssuedToken, refusalToAdd, warnOfCap } from './issue.js';
import { checkLength } from './lifetime.js';
import { lackingToken } from './ownership.js';
import type { Rotatable, RotationStore } from './rotation-store.js';
import { isWithinScopes } from './scopes.js';
import { computeExpiry, earlier } from './token.js';
import { isTokenId, newTokenText } from './token-format.js';

/**
 * Replaces a token by a new one with the same actor, owner, name, scopes and lifetime, for callers who could create it.
 * If it is called again for the same token, it revokes the earlier replacement, unless that is in use.
 *
 * @param overlapSeconds how long the replaced token still works, at most to its own end
 * @throws NOT_FOUND for managers, UNAUTHORIZED
 * @throws CONFLICT when the token has expired or is withdrawn, or its replacement is in use or has ended
 */
export const rotateToken =
  (deps: IssueDeps & { rotations: RotationStore }) =>
  async (actor: Actor, id: string, overlapSeconds: number): Promise<IssuedToken> => {
    const unknown = () => notFound(`There is no access token ${quoted(id)}`);
    const old = isTokenId(id) ? await deps.rotations.find(id) : null;
    const allowed = old?.actorUrn === actor.urn ? mayUseTokens(actor) : mayManageTokens(actor);
    if (!allowed) throw lackingToken(actor, 'rotate this token');
    if (!old) throw unknown();
    if (!isWithinScopes(actor, old.scopes))
      throw unauthorized(`the scopes of ${actor.urn}'s token allow less than token ${old.id}`);

    const next = newTokenText(deps.randomBytes(12), deps.randomBytes(20));
    const hash = await deps.hasher.hash(next.text);
    let cap: number | null = null;
    const token = await deps.rotations.rotate(
      old,
      (found) => {
        if (!found || (found.revokedAt !== null && !found.replacement)) throw unknown();
        if (found.actorState !== 'ACTIVE') throw refusalToAdd(notActive(found), old.actorUrn, deps);
        const now = deps.clock();
        const lifetime = checkLength(computeLifetime(found, id, now), deps.lifetimes);
        // A rotation does not end what limits the token that it replaces.
        cap = deps.capsExternal ? earlier(found.cappedAt, findLifetimeCap(deps, actor)) : null;
        return {
          id: next.id,
          hash,
          createdAt: now,
          expiresAt: earlier(computeExpiry(lifetime, now), cap),
          cappedAt: cap,
          oldEndsAt: overlapSeconds > 0 ? now + overlapSeconds * 1_000 : null,
        };
      },
      {
        maxLive: deps.maxLivePerActor,
        tooMany: () => refusalToAdd('too many', old.actorUrn, deps),
      },
      actor,
    );
    warnOfCap(actor, cap, token.expiresAt);
    return { text: next.text, token };
  };

const notActive = ({ actorState }: Rotatable) => (actorState === 'REMOVED' ? 'no actor' : 'actor not active');

/**
 * Returns the lifetime of the replacement; null: it never expires. The rotation may have shortened the rotated token's
 * own lifetime. A token or replacement that has ended stays ended.
 *
 * @throws CONFLICT
 */
function computeLifetime({ replacement, ...old }: Rotatable, id: string, now: number): number | null {
  const { createdAt, expiresAt, revokedAt, withdrawnAt } = replacement ?? old;
  const what = replacement
    ? `the replacement ${quoted(replacement.id)} of access token ${quoted(id)}`
    : `access token ${quoted(id)}`;
  if (replacement && revokedAt !== null) throw conflict(`${what} was revoked; create a new one`);
  if (replacement?.isInUse)
    throw conflict(
      `access token ${quoted(id)} was replaced by ${quoted(replacement.id)}, which is in use; rotate the replacement`,
    );
  if (withdrawnAt !== null || old.withdrawnAt !== null)
    throw conflict(
      `${what} is refused while the user who owns or has rotated it is suspended; take it over first`,
    );
  if (expiresAt !== null && expiresAt <= now) throw conflict(`${what} has expired; create a new one`);
  return expiresAt === null ? null : expiresAt - createdAt;
}

import type { Actor } from '../core/actor.js';
import {
  lacking,
  mayManageTokens,
  mayUseTokens,
  toManageTokens,
  toUseTokens,
} from '../core/authorization.js';
import { type CatalogError, notFound, unauthorized } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import { isWithinScopes } from './scopes.js';
import type { AccessToken } from './token.js';

/**
 * Returns the token if the actor may administer it. Only managers learn that a token does not exist. Any other actor
 * gets the ordinary refusal, so that ids cannot be probed.
 *
 * @throws UNAUTHORIZED when the actor may not administer the token
 */
export function requireAccess(
  actor: Actor,
  token: AccessToken | null,
  unknown: () => CatalogError,
): AccessToken {
  const isOwn = token !== null && (token.ownerUrn === actor.urn || token.actorUrn === actor.urn);
  const allowed = isOwn ? mayUseTokens(actor) : mayManageTokens(actor);
  if (!allowed) throw lackingToken(actor, 'administer this token');
  if (!token) throw unknown();
  return token;
}

/** Like `requireAccess`, for a change of the token. @throws UNAUTHORIZED also when the calling token's scopes allow less */
export function requireControl(
  actor: Actor,
  token: AccessToken | null,
  unknown: () => CatalogError,
): AccessToken {
  const known = requireAccess(actor, token, unknown);
  if (!isWithinScopes(actor, known.scopes))
    throw unauthorized(`the scopes of ${actor.urn}'s token allow less than token ${known.id}`);
  return known;
}

/**
 * Returns the refusal of a caller who may not do something with a token. It names the privilege for all tokens also when
 * the token is the caller's own, so that the refusal does not depend on the token.
 */
export const lackingToken = (actor: Actor, action: string): CatalogError =>
  lacking(actor, action, toManageTokens);

export const noToken = (id: string): CatalogError => notFound(`There is no access token ${quoted(id)}`);

/** Checks the right to administer all tokens that act as a user. @throws UNAUTHORIZED */
export function checkTokenRights(actor: Actor, actorUrn: string, action: string): void {
  const isOwn = actorUrn === actor.urn;
  if (isOwn ? mayUseTokens(actor) : mayManageTokens(actor)) return;
  throw lacking(actor, `${action} of ${actorUrn}`, isOwn ? toUseTokens : toManageTokens);
}

/** Whether it is the calling token, of a user who may use the token API. Its scopes do not matter. */
export const isOwnToken = ({ urn, token, standing }: Actor, id: string): boolean =>
  token?.id === id && mayUseTokens({ urn, can: token.userCan, standing });

import type { Actor } from '../core/actor.js';
import { mayManageTokens, mayUseTokens } from '../core/authorization.js';
import { type CatalogError, unauthorized } from '../core/errors.js';
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
  const isManager = mayManageTokens(actor);
  const isOwn = token !== null && (token.ownerUrn === actor.urn || token.actorUrn === actor.urn);
  if (!isManager && !(isOwn && mayUseTokens(actor)))
    throw unauthorized(`${actor.urn} may not administer this token`);
  if (!token) throw unknown();
  return token;
}

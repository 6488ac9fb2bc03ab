import type { Actor } from '../core/actor.js';
import { mayManageTokens, mayUseTokens } from '../core/authorization.js';
import { type CatalogError, unauthorized } from '../core/errors.js';
import type { AccessToken } from './token.js';

/**
 * The token, if the caller may administer it. Only a manager learns that it does not exist; anyone else gets the
 * ordinary refusal, so that ids can't be probed.
 */
export function accessible(
  actor: Actor,
  token: AccessToken | null,
  unknown: () => CatalogError,
): AccessToken {
  const manager = mayManageTokens(actor);
  const own = token !== null && (token.ownerUrn === actor.urn || token.actorUrn === actor.urn);
  if (!manager && !(own && mayUseTokens(actor)))
    throw unauthorized(`${actor.urn} may not administer this token`);
  if (!token) throw unknown();
  return token;
}

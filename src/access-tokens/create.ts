import type { Actor } from '../core/actor.js';
import { unauthorized } from '../core/errors.js';
import {
  checkTokenRequest,
  findLifetimeCap,
  type IssueDeps,
  type IssuedToken,
  issueToken,
  type TokenRequest,
} from './issue.js';
import { checkTokenRights } from './ownership.js';
import { isWithinScopes } from './scopes.js';

/**
 * For oneself with Generate Personal Access Tokens, for anyone with Manage All Access Tokens; within the scopes of the
 * calling token.
 */
export const createToken =
  (deps: IssueDeps) =>
  async (actor: Actor, request: TokenRequest): Promise<IssuedToken> => {
    const checked = checkTokenRequest(request, deps.lifetimes);
    const { actorUrn } = checked;
    checkTokenRights(actor, actorUrn, 'create a token');
    if (!isWithinScopes(actor, checked.scopes))
      throw unauthorized(`${actor.urn} may not create a token for ${actorUrn}`);
    return issueToken(deps, actor, actor.urn, checked, findLifetimeCap(deps, actor));
  };

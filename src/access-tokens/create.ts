import type { Actor } from '../core/actor.js';
import { mayManageTokens, mayUseTokens } from '../core/authorization.js';
import { unauthorized } from '../core/errors.js';
import {
  checkTokenRequest,
  type IssueDeps,
  type IssuedToken,
  issueToken,
  type TokenRequest,
} from './issue.js';

/** For oneself with Generate Personal Access Tokens, for anyone with Manage All Access Tokens. */
export const createToken =
  (deps: IssueDeps) =>
  async (actor: Actor, request: TokenRequest): Promise<IssuedToken> => {
    const checked = checkTokenRequest(request, deps.allowNoExpiry);
    const { actorUrn } = checked;
    const allowed = actorUrn === actor.urn ? mayUseTokens(actor) : mayManageTokens(actor);
    if (!allowed) throw unauthorized(`${actor.urn} may not create a token for ${actorUrn}`);
    return issueToken(deps, actor, actor.urn, checked);
  };

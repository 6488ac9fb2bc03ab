import type { Actor } from '../core/actor.js';
import type { Clock } from '../core/clock.js';
import { notFound } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import { isOwnToken, requireControl } from './ownership.js';
import type { TokenStore } from './store.js';
import { isTokenId } from './token-format.js';

/**
 * Revokes a token, for its owner, its actor and managers, within the scopes of the calling token, which can always
 * revoke itself. Other actors cannot tell unknown ids from known ones.
 */
export const revokeToken =
  (deps: { store: TokenStore; clock: Clock }) =>
  async (actor: Actor, id: string): Promise<true> => {
    const unknown = () => notFound(`There is no access token ${quoted(id)}`);
    const found = isTokenId(id) ? await deps.store.find(id) : null;
    const token = found && isOwnToken(actor, id) ? found : requireControl(actor, found, unknown);
    if (await deps.store.revoke(token, deps.clock(), actor)) return true;
    throw unknown();
  };

import type { Actor } from '../domain/actor.js';
import type { Clock } from '../domain/clock.js';
import { notFound } from '../domain/errors.js';
import { isTokenId } from '../domain/token-text.js';
import { quoted } from '../domain/urn.js';
import { accessible } from './access.js';
import type { TokenStore } from './store.js';

/** By its owner, its actor, or whoever manages all. Others can't tell an unknown id from another's. */
export const revokeToken =
  (deps: { store: TokenStore; clock: Clock }) =>
  async (actor: Actor, id: string): Promise<true> => {
    const unknown = () => notFound(`There is no access token ${quoted(id)}`);
    const token = accessible(actor, isTokenId(id) ? await deps.store.find(id) : null, unknown);
    if (await deps.store.revoke(token.id, deps.clock())) return true;
    throw unknown();
  };

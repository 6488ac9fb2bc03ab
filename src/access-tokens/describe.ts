import type { Actor } from '../core/actor.js';
import { notFound } from '../core/errors.js';
import { requireAccess } from './ownership.js';
import type { TokenStore } from './store.js';
import type { AccessToken } from './token.js';
import { parseTokenText } from './token-format.js';
import type { Verifier } from './verification-cache.js';

/** Returns the record of a token, to actors that may administer it. @throws NOT_FOUND, UNAUTHORIZED */
export const describeToken =
  (deps: { store: TokenStore; verifier: Verifier }) =>
  async (actor: Actor, text: string): Promise<AccessToken> => {
    const unknown = () => notFound('There is no such access token');
    const id = parseTokenText(text)?.id;
    const token = requireAccess(actor, id === undefined ? null : await deps.store.find(id), unknown);
    const hash = (await deps.store.credentials([token.id])).get(token.id)?.hash;
    if (hash === undefined || !(await deps.verifier.matches(text, hash))) throw unknown();
    return token;
  };

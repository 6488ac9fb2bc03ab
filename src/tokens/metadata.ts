import type { Actor } from '../domain/actor.js';
import { notFound } from '../domain/errors.js';
import type { AccessToken } from '../domain/token.js';
import { parseTokenText } from '../domain/token-text.js';
import { accessible } from './access.js';
import type { TokenStore } from './store.js';
import type { Verifier } from './verified.js';

/** The record behind a token's text, for whoever may administer it. */
export const tokenMetadata =
  (deps: { store: TokenStore; verifier: Verifier }) =>
  async (actor: Actor, text: string): Promise<AccessToken> => {
    const unknown = () => notFound('There is no such access token');
    const id = parseTokenText(text)?.id;
    const token = accessible(actor, id === undefined ? null : await deps.store.find(id), unknown);
    const hash = (await deps.store.credentials([token.id])).get(token.id)?.hash;
    if (hash === undefined || !(await deps.verifier.matches(text, hash))) throw unknown();
    return token;
  };

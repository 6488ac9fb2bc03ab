import type { Actor } from '../core/actor.js';
import { lacking, mayUseTokens, toUseTokens } from '../core/authorization.js';
import { badRequest } from '../core/errors.js';

/**
 * Replaced by `createToken`: a read creates nothing.
 *
 * @throws UNAUTHORIZED, else BAD_REQUEST
 */
export async function getToken(actor: Actor): Promise<never> {
  if (!mayUseTokens(actor)) throw lacking(actor, 'use tokens', toUseTokens);
  throw badRequest('getAccessToken no longer creates tokens: use the mutation createAccessToken');
}

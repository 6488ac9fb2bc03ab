import type { Actor } from '../core/actor.js';
import { mayUseTokens } from '../core/authorization.js';
import { badRequest, unauthorized } from '../core/errors.js';

/**
 * Replaced by `createToken`: a read creates nothing.
 *
 * @throws UNAUTHORIZED, else BAD_REQUEST
 */
export async function getToken(actor: Actor): Promise<never> {
  if (!mayUseTokens(actor)) throw unauthorized(`${actor.urn} may not use tokens`);
  throw badRequest('getAccessToken no longer creates tokens: use the mutation createAccessToken');
}

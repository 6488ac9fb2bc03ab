import type { Actor } from '../core/actor.js';
import { lacking, mayManageTokens } from '../core/authorization.js';
import { badRequest, notFound, unauthenticated, unauthorized } from '../core/errors.js';
import { parseUserUrn, quoted } from '../core/urn.js';
import { warn } from '../core/warn.js';
import { scopesWithin } from './scopes.js';
import type { TakeoverStore } from './takeover-store.js';
import { isTokenId } from './token-format.js';

/**
 * Takes over live tokens that act as others from the user who owns them or has rotated them: from then on the caller is
 * responsible for them, and a suspension of that user does not end them. For managers, within the scopes of the calling
 * token.
 *
 * @param tokenIds which of them; null: all
 * @returns how many there were
 * @throws BAD_REQUEST, UNAUTHORIZED
 * @throws NOT_FOUND when the user does not hold one of the tokens; then none is taken over
 */
export const takeOverTokens =
  (deps: { store: TakeoverStore; maxTokens: number }) =>
  async (actor: Actor, urn: string, tokenIds: readonly string[] | null): Promise<number> => {
    const from = parseUserUrn(urn, 'fromUrn');
    if (tokenIds && tokenIds.length > deps.maxTokens)
      throw badRequest(`tokenIds has ${tokenIds.length} entries; at most ${deps.maxTokens} are allowed`);
    if (!mayManageTokens(actor)) throw lacking(actor, 'take over tokens', ['MANAGE_ACCESS_TOKENS']);
    if (from === actor.urn) throw badRequest(`fromUrn ${quoted(from)} is the caller`);
    const unknown = tokenIds?.find((id) => !isTokenId(id));
    if (unknown !== undefined) throw notFound(`There is no access token ${quoted(unknown)}`);
    const within = scopesWithin(actor.token?.scopes ?? null);
    const taken = await deps.store.takeOver(from, tokenIds, within, actor);
    if (taken === 'caller not active')
      throw unauthenticated('inactive_user', 'the caller has been suspended or removed in the meantime');
    if (taken === 'unknown token')
      throw notFound(
        `One of the access tokens is not a live token that ${quoted(from)} owns or has rotated for others`,
      );
    if (taken === 'wider')
      throw unauthorized(`the scopes of ${actor.urn}'s token allow less than a token of ${from}`);
    if (taken > 0) warn(actor, `${from} still knows the texts of these tokens: rotate them`);
    return taken;
  };

import type { Actor } from '../core/actor.js';
import {
  lacking,
  mayManageTokens,
  mayUseTokens,
  toManageTokens,
  toUseTokens,
} from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { badRequest, notFound, unauthenticated, unauthorized } from '../core/errors.js';
import { checkPage } from '../core/pagination.js';
import { parseUserUrn, quoted } from '../core/urn.js';
import { warn } from '../core/warn.js';
import type { TokenListStore, TokenOrder } from './list-store.js';
import { checkTokenRights, isOwnToken, noToken, requireAccess, requireControl } from './ownership.js';
import { scopesWithin } from './scopes.js';
import type { TokenStore } from './store.js';
import type { TakeoverStore } from './takeover-store.js';
import type { AccessToken } from './token.js';
import { type FacetFilter, ownTokensOnly, parseTokenFilters } from './token-filter.js';
import { isTokenId, parseTokenText } from './token-format.js';
import type { Verifier } from './verifier.js';

export interface ListRequest {
  readonly start?: number | null | undefined;
  readonly count?: number | null | undefined;
  readonly filters?: readonly FacetFilter[] | null | undefined;
  /** A part of the name, or of the name or id of the user, in any case; empty: all. */
  readonly query?: string | null | undefined;
  readonly orderBy?: TokenOrder | null | undefined;
  readonly descending?: boolean | null | undefined;
}

export interface TokenPage {
  readonly start: number;
  /** The size of a full page. */
  readonly count: number;
  readonly total: number;
  readonly tokens: readonly AccessToken[];
}

interface ManageDeps {
  readonly store: TokenStore;
  readonly lists: TokenListStore;
  readonly takeovers: TakeoverStore;
  readonly verifier: Verifier;
  readonly clock: Clock;
  readonly pageSizeMax: number;
  readonly maxTokens: number;
}

/** Reads, revokes and takes over tokens that exist. */
export function tokenManagement({ store, lists, takeovers, verifier, clock, ...limits }: ManageDeps) {
  return {
    /**
     * Replaced by `create`: a read creates nothing.
     *
     * @throws UNAUTHORIZED, else BAD_REQUEST
     */
    async get(actor: Actor): Promise<never> {
      if (!mayUseTokens(actor)) throw lacking(actor, 'use tokens', toUseTokens);
      throw badRequest('getAccessToken no longer creates tokens: use the mutation createAccessToken');
    },

    /**
     * Lists the actor's own tokens with Generate Personal Access Tokens, and all tokens with Manage All Access Tokens.
     *
     * @throws BAD_REQUEST, UNAUTHORIZED
     */
    async list(actor: Actor, request: ListRequest): Promise<TokenPage> {
      const page = checkPage(request.start, request.count, limits.pageSizeMax);
      const filters = parseTokenFilters(request.filters ?? []);
      const isOwn = ownTokensOnly(filters, actor.urn);
      const allowed = mayManageTokens(actor) || (isOwn && mayUseTokens(actor));
      if (!allowed) throw lacking(actor, 'list these tokens', isOwn ? toUseTokens : toManageTokens);
      const search = {
        ...page,
        filters,
        text: request.query?.trim() ?? '',
        order: request.orderBy ?? 'CREATED',
        descending: request.descending ?? true,
      };
      return { ...page, ...(await lists.list(search, actor)) };
    },

    /** Returns the record of a token, to actors that may administer it. @throws NOT_FOUND, UNAUTHORIZED */
    async metadata(actor: Actor, text: string): Promise<AccessToken> {
      const unknown = () => notFound('There is no such access token');
      const id = parseTokenText(text)?.id;
      const token = requireAccess(actor, id === undefined ? null : await store.find(id), unknown);
      const hash = (await store.credentials([token.id])).get(token.id)?.hash;
      if (hash === undefined || !(await verifier.matches(text, hash))) throw unknown();
      return token;
    },

    /**
     * Revokes a token, for its owner, its actor and managers, within the scopes of the calling token, which can always
     * revoke itself. Other actors cannot tell unknown ids from known ones.
     */
    async revoke(actor: Actor, id: string): Promise<true> {
      const found = isTokenId(id) ? await store.find(id) : null;
      const token = found && isOwnToken(actor, id) ? found : requireControl(actor, found, () => noToken(id));
      if (await store.revoke(token, clock(), actor)) return true;
      throw noToken(id);
    },

    /**
     * Revokes all live tokens that act as a user, the calling one included, for that user and for managers.
     *
     * @returns how many there were
     * @throws BAD_REQUEST, NOT_FOUND for managers
     * @throws UNAUTHORIZED also when one of them may do more than the calling token; then none is revoked
     */
    async revokeAll(actor: Actor, urn: string): Promise<number> {
      const actorUrn = parseUserUrn(urn, 'actorUrn');
      checkTokenRights(actor, actorUrn, 'revoke the tokens');
      const within = scopesWithin(actor.token?.scopes ?? null);
      const revoked = await store.revokeAll(actorUrn, within, clock(), actor);
      if (revoked === 'no user') throw notFound(`actorUrn ${quoted(actorUrn)} is not a known user`);
      if (revoked === 'wider')
        throw unauthorized(`the scopes of ${actor.urn}'s token allow less than a token of ${actorUrn}`);
      return revoked;
    },

    /**
     * Takes over live tokens that act as others from the user who owns them or has rotated them: from then on the caller
     * is responsible for them, and a suspension of that user does not end them. For managers, within the scopes of the
     * calling token.
     *
     * @param tokenIds which of them; null: all
     * @returns how many there were
     * @throws BAD_REQUEST, UNAUTHORIZED
     * @throws NOT_FOUND when the user does not hold one of the tokens; then none is taken over
     */
    async takeOver(actor: Actor, urn: string, tokenIds: readonly string[] | null): Promise<number> {
      const from = parseUserUrn(urn, 'fromUrn');
      if (tokenIds && tokenIds.length > limits.maxTokens)
        throw badRequest(`tokenIds has ${tokenIds.length} entries; at most ${limits.maxTokens} are allowed`);
      if (!mayManageTokens(actor)) throw lacking(actor, 'take over tokens', ['MANAGE_ACCESS_TOKENS']);
      if (from === actor.urn) throw badRequest(`fromUrn ${quoted(from)} is the caller`);
      const unknown = tokenIds?.find((id) => !isTokenId(id));
      if (unknown !== undefined) throw noToken(unknown);
      const within = scopesWithin(actor.token?.scopes ?? null);
      const taken = await takeovers.takeOver(from, tokenIds, within, actor);
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
    },
  };
}

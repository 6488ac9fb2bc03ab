import type { Actor } from '../core/actor.js';
import {
  lacking,
  mayManageTokens,
  mayUseTokens,
  toManageTokens,
  toUseTokens,
} from '../core/authorization.js';
import { checkPage } from '../core/pagination.js';
import type { TokenListStore, TokenOrder } from './list-store.js';
import type { AccessToken } from './token.js';
import { type FacetFilter, ownTokensOnly, parseTokenFilters } from './token-filter.js';

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

/**
 * Lists the actor's own tokens with Generate Personal Access Tokens, and all tokens with Manage All Access Tokens.
 *
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export const listTokens =
  (deps: { store: TokenListStore; pageSizeMax: number }) =>
  async (actor: Actor, request: ListRequest): Promise<TokenPage> => {
    const page = checkPage(request.start, request.count, deps.pageSizeMax);
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
    return { ...page, ...(await deps.store.list(search, actor)) };
  };

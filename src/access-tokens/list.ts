import type { Actor } from '../core/actor.js';
import { mayManageTokens, mayUseTokens } from '../core/authorization.js';
import { unauthorized } from '../core/errors.js';
import { checkPage } from '../core/pagination.js';
import type { TokenListStore } from './list-store.js';
import type { AccessToken } from './token.js';
import { type FacetFilter, ownTokensOnly, parseTokenFilters } from './token-filter.js';

export interface ListRequest {
  readonly start?: number | null | undefined;
  readonly count?: number | null | undefined;
  readonly filters?: readonly FacetFilter[] | null | undefined;
}

export interface TokenPage {
  readonly start: number;
  /** the page size asked for */
  readonly count: number;
  readonly total: number;
  readonly tokens: readonly AccessToken[];
}

/** One's own with Generate Personal Access Tokens, everyone's with Manage All Access Tokens. */
export const listTokens =
  (deps: { store: TokenListStore; pageSizeMax: number }) =>
  async (actor: Actor, request: ListRequest): Promise<TokenPage> => {
    const page = checkPage(request.start, request.count, deps.pageSizeMax);
    const filters = parseTokenFilters(request.filters ?? []);
    const allowed = mayManageTokens(actor) || (mayUseTokens(actor) && ownTokensOnly(filters, actor.urn));
    if (!allowed) throw unauthorized(`${actor.urn} may not list these tokens`);
    return { ...page, ...(await deps.store.list(filters, page, actor)) };
  };

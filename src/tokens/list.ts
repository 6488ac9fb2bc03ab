import type { Actor } from '../domain/actor.js';
import { unauthorized } from '../domain/errors.js';
import { checkPage } from '../domain/page.js';
import { mayManageTokens, mayUseTokens } from '../domain/rights.js';
import type { AccessToken } from '../domain/token.js';
import { type FacetFilter, ownTokensOnly, parseTokenFilters } from '../domain/token-filter.js';
import type { TokenListStore } from './list-store.js';

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

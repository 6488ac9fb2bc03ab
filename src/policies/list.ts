import type { Actor } from '../core/actor.js';
import { lacking, mayManagePolicies } from '../core/authorization.js';
import { checkPage, type Page } from '../core/pagination.js';
import type { Database } from '../db/database.js';
import type { StoredPolicy } from './document.js';
import { type OrFilters, parsePolicyFilters } from './list-filter.js';
import { listPolicies as readPage } from './list-store.js';

interface Asked {
  readonly start?: number | null | undefined;
  readonly count?: number | null | undefined;
  /** A part of the name or of the description, in any case. */
  readonly query?: string | null | undefined;
  readonly orFilters?: OrFilters;
}

export interface ListedPolicies extends Page {
  readonly total: number;
  readonly policies: readonly StoredPolicy[];
}

/** Returns a page of the policies by name. @throws BAD_REQUEST, UNAUTHORIZED */
export const listPolicies =
  ({ db, pageSizeMax, maxBytes }: { db: Database; pageSizeMax: number; maxBytes: number }) =>
  async (actor: Actor, { start, count, query, orFilters }: Asked): Promise<ListedPolicies> => {
    if (!mayManagePolicies(actor)) throw lacking(actor, 'list policies', ['MANAGE_POLICIES']);
    const page = checkPage(start, count, pageSizeMax);
    // DataHub's pages ask for everything with an asterisk.
    const text = query === '*' ? '' : (query ?? '');
    const alternatives = parsePolicyFilters(orFilters);
    const found = await db.limited(actor, () =>
      readPage(db, { ...page, text, alternatives }, actor, maxBytes),
    );
    return { ...page, ...found };
  };

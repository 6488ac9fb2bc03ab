import { badRequest } from '../core/errors.js';
import { maxTerms } from './query-limits.js';
import type { Term } from './query-term.js';

/** A parsed query. An empty `and` is always true. */
export type QueryNode =
  | Term
  | { readonly kind: 'and' | 'or'; readonly of: readonly QueryNode[] }
  | { readonly kind: 'not'; readonly of: QueryNode };

/** Returns null for no nodes, which is everything. */
export const all = (of: readonly QueryNode[]): QueryNode | null =>
  of.length > 1 ? { kind: 'and', of } : (of[0] ?? null);

export const tooManyTerms = () => badRequest(`the query has more than ${maxTerms} words and patterns`);

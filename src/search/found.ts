import type { Actor } from '../core/actor.js';
import type { Filter, SearchRequest } from './request.js';

/** An entity that a request finds. */
export interface Hit {
  readonly urn: string;
  readonly score: number;
}

/** Where an entity carries what was looked for. */
export interface MatchedField {
  readonly name: string;
  readonly value: string;
  /** What the value refers to, such as a tag. */
  readonly urn: string | null;
}

/** The values of one field among all entities that a request finds. */
export interface Facet {
  readonly field: string;
  readonly displayName: string;
  readonly aggregations: readonly {
    readonly value: string;
    readonly count: number;
    readonly displayName: string | null;
    /** The value, if it is a URN. */
    readonly urn: string | null;
  }[];
}

/** A page of what a request finds. What is a function is read when it is called, and once. */
export interface Found {
  /** The requested page size. */
  readonly count: number;
  readonly hits: readonly Hit[];
  total(): Promise<number>;
  /** @param fields default: the usual ones */
  facets(fields: readonly string[] | null, maxValues: number): Promise<readonly Facet[]>;
  matchedFields(): Promise<ReadonlyMap<string, readonly MatchedField[]>>;
}

export interface FoundPage extends Found {
  readonly start: number;
}

export interface FoundScroll extends Found {
  /** Null on the last page. */
  readonly nextScrollId: string | null;
}

export interface Completion {
  readonly types: readonly string[] | null;
  readonly query: string;
  readonly field: string | null;
  readonly limit: number;
  readonly filter: Filter;
}

export interface SearchUseCases {
  search(actor: Actor, request: SearchRequest, page: { start: number; count: number }): Promise<FoundPage>;
  scroll(
    actor: Actor,
    request: SearchRequest,
    page: { scrollId: string | null; count: number },
  ): Promise<FoundScroll>;
  aggregate(
    actor: Actor,
    request: SearchRequest,
    facets: readonly string[] | null,
    maxValues: number,
  ): Promise<readonly Facet[]>;
  autoComplete(actor: Actor, completion: Completion): Promise<{ suggestions: string[]; urns: string[] }>;
}

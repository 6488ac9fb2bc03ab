import type { Limit } from '../visibility/limit-sql.js';

/** How the values of a rule are compared with those of a field. */
export const conditions = [
  'CONTAIN',
  'EQUAL',
  'IEQUAL',
  'IN',
  'EXISTS',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL_TO',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL_TO',
  'START_WITH',
  'END_WITH',
  'DESCENDANTS_INCL',
  'ANCESTORS_INCL',
  'RELATED_INCL',
] as const;

export type Condition = (typeof conditions)[number];

/** A rule about one field, as a client sends it. Its values are alternatives. */
export interface Rule {
  readonly field: string;
  readonly values: readonly string[];
  readonly condition: Condition;
  readonly negated: boolean;
}

/** Alternatives, each with rules that must all hold. Empty, or with an empty alternative: everything matches. */
export type Filter = readonly (readonly Rule[])[];

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/** The search to run. */
export interface SearchRequest {
  /** Types as URNs have them (`dataset`); null or empty: DataHub's default types. */
  readonly types: readonly string[] | null;
  /** The text of the query; blank or `*`: everything. */
  readonly query: string;
  readonly filter: Filter;
  /** Whether soft-deleted entities are found although no rule names `removed`. */
  readonly includeSoftDeleted: boolean;
  /** Before the score and the URN, which come last. */
  readonly sort: readonly Sort[];
  /** Whether the total may be an estimate if many entities match. */
  readonly estimatesTotal?: boolean;
  /** Whether a query that finds nothing is replaced with one that is near to it. */
  readonly forgives?: boolean;
  /** URNs of the entities that are searched; null: all. */
  readonly among?: readonly string[] | null;
  /** Of what the caller may see. Only `searches` sets it. */
  readonly limit?: Limit | null;
}

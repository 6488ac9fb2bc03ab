import { graphql, type VariablesOf } from '../../../client/documents.js';
import type { listTokens } from '../../../client/token.js';
import { caller, may } from '../../api/caller.js';
import { dayMs } from '../../model/days.js';

/** Apart from the list, which does not wait for it. */
export const counts = graphql(`
  query TokenCounts(
    $mine: [FacetFilterInput!]
    $all: [FacetFilterInput!]
    $ending: [FacetFilterInput!]
    $unused: [FacetFilterInput!]
    $expired: [FacetFilterInput!]
    $created: [FacetFilterInput!]
  ) {
    mine: listAccessTokens(input: { count: 0, filters: $mine }) {
      total
    }
    all: listAccessTokens(input: { count: 0, filters: $all }) {
      total
    }
    ending: listAccessTokens(input: { count: 0, filters: $ending }) {
      total
    }
    unused: listAccessTokens(input: { count: 0, filters: $unused }) {
      total
    }
    expired: listAccessTokens(input: { count: 0, filters: $expired }) {
      total
    }
    created: listAccessTokens(input: { count: 0, filters: $created }) {
      total
    }
  }
`);

type Filters = NonNullable<VariablesOf<typeof listTokens>['input']['filters']>;

/** Those that end sooner are marked. */
export const soonMs = 7 * dayMs;

/**
 * The filters of the chips of the list. Whoever may not manage all tokens sees their own everywhere. Only one chip shows
 * expired tokens: they are kept for a while and would hide the others.
 *
 * @param now ms since the epoch
 */
export function tokenFilters(now: number) {
  const { urn } = caller.value!;
  const expires = (condition: 'GREATER_THAN' | 'LESS_THAN_OR_EQUAL_TO', time: number) =>
    ({ field: 'expiresAt', condition, value: `${time}` }) as const;
  const isPast = expires('LESS_THAN_OR_EQUAL_TO', now);
  // Negated, it matches tokens without expiry too.
  const isLive = { ...isPast, negated: true };
  const mine = { field: 'actorUrn', values: [urn] };
  const whose = may('MANAGE_ACCESS_TOKENS') ? [] : [mine];
  return {
    mine: [mine, isLive],
    all: [...whose, isLive],
    ending: [...whose, expires('GREATER_THAN', now), expires('LESS_THAN_OR_EQUAL_TO', now + soonMs)],
    unused: [...whose, isLive, { field: 'lastUsedAt', condition: 'EXISTS' as const, negated: true }],
    expired: [...whose, isPast],
    created: [{ field: 'ownerUrn', values: [urn] }, isLive],
  } satisfies Record<string, Filters>;
}

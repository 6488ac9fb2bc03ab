import { graphql } from '../../client/documents.js';
import { caller, may } from '../api/caller.js';
import { useQuery } from '../api/use-query.js';

const ending = graphql(`
  query EndingTokens($filters: [FacetFilterInput!]) {
    listAccessTokens(input: { count: 0, filters: $filters }) {
      total
    }
  }
`);

const hourMs = 3_600_000;
const days = 7;

/** Returns how many tokens that act as the caller expire soon; undefined: none, or the caller may not see tokens. */
export function useEndingTokens() {
  // The same for an hour, so that a page that is drawn again asks nothing anew.
  const now = Math.floor(Date.now() / hourMs) * hourMs;
  const filter = (field: string, condition: 'EQUAL' | 'GREATER_THAN' | 'LESS_THAN', value: string | number) =>
    ({ field, condition, value: `${value}` }) as const;
  const isAllowed = may('GENERATE_PERSONAL_ACCESS_TOKENS');
  const filters = [
    filter('actorUrn', 'EQUAL', caller.value!.urn),
    filter('expiresAt', 'GREATER_THAN', now),
    filter('expiresAt', 'LESS_THAN', now + days * 24 * hourMs),
  ];
  const { data } = useQuery(ending, isAllowed ? { filters } : null);
  const count = data?.listAccessTokens.total ?? 0;
  if (count === 0) return undefined;
  return {
    count,
    text: count === 1 ? `1 token expires within ${days} days` : `${count} tokens expire within ${days} days`,
  };
}

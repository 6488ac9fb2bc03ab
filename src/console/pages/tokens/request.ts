import type { ResultOf } from '../../../client/documents.js';
import { graphql } from '../../../client/documents.js';

export const list = graphql(`
  query Tokens($start: Int!, $count: Int!, $filters: [FacetFilterInput!]) {
    listAccessTokens(input: { start: $start, count: $count, filters: $filters }) {
      total
      tokens {
        id
        name
        description
        actorUrn
        ownerUrn
        scopes
        createdAt
        lastUsedAt
        expiresAt
        withdrawnAt
        withdrawnBecauseOf
      }
    }
  }
`);

export type Token = ResultOf<typeof list>['listAccessTokens']['tokens'][number];

/** The privileges of which one is needed to see and change one's tokens. */
export const tokenNeeds = ['GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS'];

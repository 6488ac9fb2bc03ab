import { graphql, type ResultOf } from '../../../client/documents.js';

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

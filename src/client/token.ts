import { type FragmentOf, graphql } from './documents.js';

export const tokenFragment = graphql(`
  fragment Token on AccessTokenMetadata {
    urn
    id
    name
    description
    actorUrn
    ownerUrn
    createdAt
    expiresAt
    lastUsedAt
    scopes
    withdrawnAt
    withdrawnBecauseOf
  }
`);

/** The record of an access token, without its text. Times are ms since the epoch. */
export type TokenRecord = FragmentOf<typeof tokenFragment>;

export const listTokens = graphql(
  `
    query Tokens($input: ListAccessTokenInput!) {
      listAccessTokens(input: $input) {
        total
        tokens {
          ...Token
        }
      }
    }
  `,
  [tokenFragment],
);
export const tokenRecord = graphql(
  'query WhoseToken($token: String!) { getAccessTokenMetadata(token: $token) { ...Token } }',
  [tokenFragment],
);
export const createToken = graphql(
  `
    mutation CreateToken($input: GetAccessTokenInput!) {
      createAccessToken(input: $input) {
        accessToken
        metadata {
          ...Token
        }
      }
    }
  `,
  [tokenFragment],
);
export const rotateToken = graphql(
  `
    mutation RotateToken($tokenId: String!, $overlapSeconds: Int!) {
      rotateAccessToken(tokenId: $tokenId, overlapSeconds: $overlapSeconds) {
        accessToken
        metadata {
          ...Token
        }
      }
    }
  `,
  [tokenFragment],
);
export const revokeToken = graphql(
  'mutation RevokeToken($tokenId: String!) { revokeAccessToken(tokenId: $tokenId) }',
);
export const revokeTokens = graphql(
  'mutation RevokeTokens($actorUrn: String!) { revokeAccessTokens(actorUrn: $actorUrn) }',
);

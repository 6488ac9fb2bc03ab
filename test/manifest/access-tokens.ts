import type { Operations, Subject } from './operation.js';

const own = ['GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS'] as const;
const others = ['MANAGE_ACCESS_TOKENS'] as const;
const rights = { privileges: others, ownPrivileges: own };
const input = ({ urn }: Subject) => ({ type: 'PERSONAL', actorUrn: urn, duration: 'ONE_HOUR', name: 'x' });

export const accessTokens: Operations = {
  'query listAccessTokens': {
    args: ({ urn }) => ({ input: { filters: [{ field: 'ownerUrn', value: urn }], orderBy: 'NAME' } }),
    select: '{ total tokens { id name actorUrn expiresAt } }',
    ...rights,
  },
  'query listAccessTokens (of all users)': {
    args: () => ({ input: {} }),
    select: '{ total }',
    privileges: others,
  },
  // Says to everyone who may create tokens that another operation does.
  'query getAccessToken': { args: (on) => ({ input: input(on) }), privileges: own, answers: 400 },
  'query getAccessTokenMetadata': {
    args: ({ token }) => ({ token }),
    select: '{ id name actorUrn expiresAt scopes }',
    ...rights,
  },
  'mutation createAccessToken': {
    args: (on) => ({ input: input(on) }),
    select: '{ accessToken metadata { id } }',
    ...rights,
    events: ['CreateAccessTokenEvent'],
  },
  'mutation revokeAccessToken': {
    args: ({ tokenId }) => ({ tokenId }),
    ...rights,
    events: ['RevokeAccessTokenEvent'],
  },
  'mutation revokeAccessTokens': {
    args: ({ urn: actorUrn }) => ({ actorUrn }),
    ...rights,
    events: ['RevokeAccessTokenEvent'],
  },
  'mutation rotateAccessToken': {
    args: ({ tokenId }) => ({ tokenId }),
    select: '{ metadata { id } }',
    ...rights,
    events: ['RotateAccessTokenEvent'],
  },
  'mutation takeOverAccessTokens': {
    args: ({ urn: fromUrn }) => ({ fromUrn }),
    privileges: others,
    events: ['TakeOverAccessTokenEvent'],
  },
};

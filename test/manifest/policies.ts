import type { Operations } from './operation.js';

const input = {
  ...{ type: 'PLATFORM', name: 'x', state: 'ACTIVE', privileges: [] },
  actors: { allUsers: false, allGroups: false, resourceOwners: false },
};
const privileges = ['MANAGE_POLICIES'] as const;

export const policies: Operations = {
  'query listPolicies': {
    args: () => ({ input: { count: 1 } }),
    select: '{ total policies { urn name privileges } }',
    privileges,
  },
  'query getGrantedPrivileges': {
    args: ({ urn }) => ({ input: { actorUrn: urn } }),
    select: '{ privileges }',
    privileges,
    ownPrivileges: [],
  },
  'mutation createPolicy': { args: () => ({ input }), privileges, events: ['CreatePolicyEvent'] },
  'mutation updatePolicy': {
    args: ({ policy: urn }) => ({ urn, input }),
    privileges,
    events: ['UpdatePolicyEvent'],
  },
  'mutation deletePolicy': {
    args: ({ policy: urn }) => ({ urn }),
    privileges,
    events: ['DeletePolicyEvent'],
  },
};

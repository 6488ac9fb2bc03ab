import type { Answer, Caller } from '../support/catalog.js';

/** All of a policy that grants ann the privilege to make tags. */
export const policyInput = (change: object = {}) => ({
  type: 'PLATFORM',
  name: 'Ann makes tags',
  state: 'ACTIVE',
  privileges: ['CREATE_TAGS'],
  actors: { users: ['urn:li:corpuser:ann'], allUsers: false, allGroups: false, resourceOwners: false },
  ...change,
});

const actors = { allUsers: false, allGroups: false, resourceOwners: false };
export const onlyUsers = (...users: string[]) => ({ ...actors, users });
export const onlyGroups = (...groups: string[]) => ({ ...actors, groups });

export const createPolicy = (caller: Pick<Caller, 'graphql'>, input: object): Promise<Answer> =>
  caller.graphql('mutation m($input: PolicyUpdateInput!) { createPolicy(input: $input) }', { input });

export const updatePolicy = (caller: Pick<Caller, 'graphql'>, urn: string, input: object): Promise<Answer> =>
  caller.graphql(
    'mutation m($urn: String!, $input: PolicyUpdateInput!) { updatePolicy(urn: $urn, input: $input) }',
    { urn, input },
  );

export const deletePolicy = (caller: Pick<Caller, 'graphql'>, urn: string): Promise<Answer> =>
  caller.graphql('mutation m($urn: String!) { deletePolicy(urn: $urn) }', { urn });

const selection = `urn type name state description privileges privilegesWithoutEffect editable
  actors { users groups allUsers allGroups roles resourceOwners resourceOwnersTypes }
  resources { type resources allResources filter { criteria { field condition values { value } } } }`;

export const listPolicies = (caller: Pick<Caller, 'graphql'>, input: object = {}): Promise<Answer> =>
  caller.graphql(
    `query q($input: ListPoliciesInput!) { listPolicies(input: $input) { start count total policies { ${selection} } } }`,
    { input },
  );

export const granted = (caller: Pick<Caller, 'graphql'>, input: object): Promise<Answer> =>
  caller.graphql(
    'query q($input: GetGrantedPrivilegesInput!) { getGrantedPrivileges(input: $input) { privileges } }',
    { input },
  );

/** Returns a function that tells whether a user may make tags, by making one. */
export function tagMaker(caller: Pick<Caller, 'graphql'>): () => Promise<boolean> {
  let made = 0;
  return async () => {
    const name = `t${made++}`;
    const { body } = await caller.graphql('mutation m($i: CreateTagInput!) { createTag(input: $i) }', {
      i: { name, id: name },
    });
    return !body.errors;
  };
}

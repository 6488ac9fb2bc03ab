import { graphql } from './documents.js';

export const createGroup = graphql(
  'mutation CreateGroup($input: CreateGroupInput!) { createGroup(input: $input) }',
);
export const removeGroup = graphql('mutation DeleteGroup($urn: String!) { removeGroup(urn: $urn) }');
export const addGroupMembers = graphql(
  'mutation AddMembers($input: AddGroupMembersInput!) { addGroupMembers(input: $input) }',
);
export const removeGroupMembers = graphql(
  'mutation RemoveMembers($input: RemoveGroupMembersInput!) { removeGroupMembers(input: $input) }',
);

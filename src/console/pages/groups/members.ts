import { graphql } from '../../../client/documents.js';

export const addMembers = graphql(`
  mutation AddMembers($input: AddGroupMembersInput!) {
    addGroupMembers(input: $input)
  }
`);

export const removeMembers = graphql(`
  mutation RemoveMembers($input: RemoveGroupMembersInput!) {
    removeGroupMembers(input: $input)
  }
`);

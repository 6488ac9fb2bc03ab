import { graphql } from '../../../client/documents.js';
import { mutate } from '../../api/request.js';

/** The number of a group's members. */
export const memberCount = graphql(`
  fragment MemberCount on CorpGroup {
    relationships(
      input: {
        types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"]
        direction: INCOMING
        start: 0
        count: 0
      }
    ) {
      total
    }
  }
`);

const add = graphql(`
  mutation AddMembers($input: AddGroupMembersInput!) {
    addGroupMembers(input: $input)
  }
`);

const remove = graphql(`
  mutation RemoveMembers($input: RemoveGroupMembersInput!) {
    removeGroupMembers(input: $input)
  }
`);

export const addMember = (groupUrn: string, userUrn: string) =>
  mutate(add, { input: { groupUrn, userUrns: [userUrn] } });

export const removeMember = (groupUrn: string, userUrn: string) =>
  mutate(remove, { input: { groupUrn, userUrns: [userUrn] } });

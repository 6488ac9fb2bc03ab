import { graphql, type VariablesOf } from '../../../client/documents.js';
import { addGroupMembers, removeGroupMembers } from '../../../client/group.js';
import { mutate, type RequestOptions } from '../../api/request.js';
import { say } from '../../kit/messages.js';

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

interface Member {
  readonly groupUrn: string;
  readonly userUrn: string;
}

const add = (input: VariablesOf<typeof addGroupMembers>['input'], options?: RequestOptions) =>
  mutate(addGroupMembers, { input }, options);
const remove = (input: VariablesOf<typeof removeGroupMembers>['input'], options?: RequestOptions) =>
  mutate(removeGroupMembers, { input }, options);

type Change = (input: Parameters<typeof add>[0], options?: RequestOptions) => Promise<unknown>;

/** Changes a membership. Undo leaves one that the call has not changed, or that was changed again since. */
const changeMember =
  (change: Change, reverse: Change) =>
  async ({ groupUrn, userUrn }: Member, text: string): Promise<void> => {
    const input = { groupUrn, userUrns: [userUrn] };
    let unchangedSince = '';
    await change(input, { onCall: (id) => (unchangedSince = id) });
    const undo = () => reverse({ ...input, unchangedSince });
    say(text, unchangedSince === '' ? undefined : undo);
  };

/** Adds a user to a group, and offers to take it back. @param text says that it was done. @throws RequestError */
export const addMember = changeMember(add, remove);

/** Removes a user from a group, and offers to take it back. @param text says that it was done. @throws RequestError */
export const removeMember = changeMember(remove, add);

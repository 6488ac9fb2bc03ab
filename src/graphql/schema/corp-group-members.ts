import { builder } from './builder.js';
import { required } from './kit.js';

const membersInput = (name: string) =>
  builder.inputType(name, {
    description: 'A group and the users to add or remove.',
    fields: (t) => ({
      groupUrn: t.string(required('The group: `urn:li:corpGroup:<id>`.')),
      userUrns: t.stringList(required('The users: `urn:li:corpuser:<id>`.')),
      unchangedSince: t.string({
        description:
          'The id of a call of the last 24 hours, its response header X-Request-Id. If it was not the last one that has ' +
          'changed one of these memberships, nothing is changed.',
      }),
    }),
  });

const AddGroupMembersInput = membersInput('AddGroupMembersInput');
const RemoveGroupMembersInput = membersInput('RemoveGroupMembersInput');

builder.mutationFields((t) => ({
  addGroupMembers: t.boolean({
    description: 'Adds users to a group: all of them or none.',
    args: { input: t.arg(required('The users to add.', AddGroupMembersInput)) },
    resolve: (_, { input }, { services, actor }) => services.users.addGroupMembers(actor, input),
  }),
  removeGroupMembers: t.boolean({
    description: 'Removes users from a group: all of them or none.',
    args: { input: t.arg(required('The users to remove.', RemoveGroupMembersInput)) },
    resolve: (_, { input }, { services, actor }) => services.users.removeGroupMembers(actor, input),
  }),
}));

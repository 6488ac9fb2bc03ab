import { builder } from './builder.js';

const membersInput = (name: string) =>
  builder.inputType(name, {
    description: 'A group and the users to add or remove.',
    fields: (t) => ({
      groupUrn: t.string({ required: true, description: 'The group: `urn:li:corpGroup:<id>`.' }),
      userUrns: t.stringList({ required: true, description: 'The users: `urn:li:corpuser:<id>`.' }),
    }),
  });

const AddGroupMembersInput = membersInput('AddGroupMembersInput');
const RemoveGroupMembersInput = membersInput('RemoveGroupMembersInput');

builder.mutationFields((t) => ({
  addGroupMembers: t.boolean({
    description: 'Adds users to a group: all of them or none.',
    args: { input: t.arg({ type: AddGroupMembersInput, required: true, description: 'The users to add.' }) },
    resolve: (_, { input }, { services, actor }) => services.users.addGroupMembers(actor, input),
  }),
  removeGroupMembers: t.boolean({
    description: 'Removes users from a group: all of them or none.',
    args: {
      input: t.arg({ type: RemoveGroupMembersInput, required: true, description: 'The users to remove.' }),
    },
    resolve: (_, { input }, { services, actor }) => services.users.removeGroupMembers(actor, input),
  }),
}));

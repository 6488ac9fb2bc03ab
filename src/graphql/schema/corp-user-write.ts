import { profileText } from '../../users/input.js';
import { builder } from './builder.js';
import { CorpUser, CorpUserStatus } from './corp-user.js';

const urn = { required: true, description: '`urn:li:corpuser:<id>`' } as const;

const text = { validate: { schema: profileText } };

const CorpUserUpdateInput = builder.inputType('CorpUserUpdateInput', {
  description: 'The texts to change. An empty text is removed.',
  fields: (t) => ({
    displayName: t.string({ ...text, description: 'The display name, at most 255 characters.' }),
    title: t.string({ ...text, description: 'The job title, at most 255 characters.' }),
    email: t.string({ ...text, description: 'The email address, at most 255 characters.' }),
  }),
});

builder.mutationFields((t) => ({
  updateCorpUserProperties: t.field({
    type: CorpUser,
    description:
      'Changes the profile of a user or a service account. Needs Manage Users & Groups, or Manage Service Accounts.',
    args: {
      urn: t.arg.string(urn),
      input: t.arg({ type: CorpUserUpdateInput, required: true, description: 'The texts to change.' }),
    },
    resolve: async (_, { urn, input }, { services, actor }) => ({
      urn: await services.users.updateProfile(actor, urn, input),
    }),
  }),
  updateUserStatus: t.string({
    description: 'Suspends a user or ends the suspension, effective from the next request. Returns the URN.',
    args: {
      urn: t.arg.string(urn),
      status: t.arg({ type: CorpUserStatus, required: true, description: 'The new status.' }),
    },
    resolve: (_, { urn, status }, { services, actor }) => services.users.updateUserStatus(actor, urn, status),
  }),
  removeUser: t.boolean({
    description:
      'Removes a user, the memberships, and the tokens that act as the user or that the user ' +
      'created, and removes the user from policies. A later user with the same id gets none of ' +
      'these back.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services, actor }) => services.users.removeUser(actor, urn),
  }),
}));

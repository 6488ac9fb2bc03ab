import { profileText } from '../../users/input.js';
import { builder } from './builder.js';
import { CorpUser, CorpUserStatus } from './corp-user.js';
import { required } from './kit.js';

const urn = required('`urn:li:corpuser:<id>`');

const text = { validate: { schema: profileText } };

const CorpUserUpdateInput = builder.inputType('CorpUserUpdateInput', {
  description: 'The texts to change. An empty text is removed.',
  fields: (t) => ({
    displayName: t.string({ ...text, description: 'The display name, at most 255 characters.' }),
    title: t.string({ ...text, description: 'The job title, at most 255 characters.' }),
    email: t.string({ ...text, description: 'The email address, at most 255 characters.' }),
  }),
});

/** Without rules: earlier versions and other programs have written any texts. */
const ProfileTextsInput = builder.inputType('ProfileTextsInput', {
  description: 'Texts that a profile has. Empty: it has none; absent or null: any.',
  fields: (t) => ({
    displayName: t.string({ description: 'The display name.' }),
    title: t.string({ description: 'The job title.' }),
    email: t.string({ description: 'The email address.' }),
  }),
});

builder.mutationFields((t) => ({
  updateCorpUserProperties: t.field({
    type: CorpUser,
    description:
      'Changes the profile of a user or a service account. Needs Manage Users & Groups, or Manage Service Accounts.',
    args: {
      urn: t.arg.string(urn),
      input: t.arg(required('The texts to change.', CorpUserUpdateInput)),
      basedOn: t.arg({
        type: ProfileTextsInput,
        description:
          'Texts of the profile that the change is based on. If the profile has another one, nothing is changed.',
      }),
    },
    resolve: async (_, { urn, input, basedOn }, { services, actor }) => ({
      urn: await services.users.updateProfile(actor, urn, input, basedOn),
    }),
  }),
  updateUserStatus: t.string({
    description: 'Suspends a user or ends the suspension, effective from the next request. Returns the URN.',
    args: {
      urn: t.arg.string(urn),
      status: t.arg(required('The new status.', CorpUserStatus)),
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

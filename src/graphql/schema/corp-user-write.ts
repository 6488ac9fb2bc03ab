import { builder } from './builder.js';
import { CorpUserStatus } from './corp-user.js';

const urn = { required: true, description: '`urn:li:corpuser:<id>`' } as const;

builder.mutationFields((t) => ({
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

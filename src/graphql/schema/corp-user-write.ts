import { builder } from './builder.js';
import { CorpUserStatus } from './corp-user.js';

const urn = { required: true, description: '`urn:li:corpuser:<id>`' } as const;

builder.mutationFields((t) => ({
  updateUserStatus: t.string({
    description: 'Suspends a user or ends the suspension, from the next request on. Returns the URN.',
    args: {
      urn: t.arg.string(urn),
      status: t.arg({ type: CorpUserStatus, required: true, description: 'The new status.' }),
    },
    resolve: (_, { urn, status }, { services, actor }) => services.users.updateUserStatus(actor, urn, status),
  }),
  removeUser: t.boolean({
    description:
      'Removes a user with the tokens that act as the user or that the user has created, the memberships and the place ' +
      'in policies. The same id made again has none of it.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services, actor }) => services.users.removeUser(actor, urn),
  }),
}));

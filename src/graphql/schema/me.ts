import type { Actor } from '../../core/actor.js';
import { evaluatePlatformPrivileges } from '../../policies/platform-privileges.js';
import { builder } from './builder.js';
import { CorpUser } from './corp-user.js';
import { nonNull } from './kit.js';

const names = Object.keys(
  evaluatePlatformPrivileges({ urn: '', can: () => false }),
) as readonly (keyof ReturnType<typeof evaluatePlatformPrivileges>)[];

const PlatformPrivileges = builder
  .objectRef<ReturnType<typeof evaluatePlatformPrivileges>>('PlatformPrivileges')
  .implement({
    description: "The caller's privileges on the platform. Privileges without a meaning here are false.",
    fields: (t) =>
      Object.fromEntries(names.map((name) => [name, t.exposeBoolean(name, nonNull(`DataHub's ${name}.`))])),
  });

const AuthenticatedUser = builder.objectRef<Actor>('AuthenticatedUser').implement({
  description: 'The caller.',
  fields: (t) => ({
    corpUser: t.field({
      ...nonNull('The user that the token acts as.', CorpUser),
      resolve: ({ urn }) => ({ urn }),
    }),
    platformPrivileges: t.field({
      ...nonNull("The caller's privileges on the platform.", PlatformPrivileges),
      resolve: evaluatePlatformPrivileges,
    }),
  }),
});

builder.queryField('me', (t) =>
  t.field({
    type: AuthenticatedUser,
    description: 'Returns the caller.',
    resolve: (_, __, { actor }) => actor,
  }),
);

import type { Actor } from '../../core/actor.js';
import { evaluatePlatformPrivileges } from '../../policies/platform-privileges.js';
import { builder } from './builder.js';
import { CorpUser } from './corp-user.js';

const names = Object.keys(
  evaluatePlatformPrivileges({ urn: '', can: () => false }),
) as readonly (keyof ReturnType<typeof evaluatePlatformPrivileges>)[];

const PlatformPrivileges = builder
  .objectRef<ReturnType<typeof evaluatePlatformPrivileges>>('PlatformPrivileges')
  .implement({
    description: "The caller's privileges on the platform. Privileges without a meaning here are false.",
    fields: (t) =>
      Object.fromEntries(
        names.map((name) => [
          name,
          t.exposeBoolean(name, { nullable: false, description: `DataHub's ${name}.` }),
        ]),
      ),
  });

const AuthenticatedUser = builder.objectRef<Actor>('AuthenticatedUser').implement({
  description: 'The caller.',
  fields: (t) => ({
    corpUser: t.field({
      type: CorpUser,
      nullable: false,
      description: 'The user that the token acts as.',
      resolve: ({ urn }) => ({ urn }),
    }),
    platformPrivileges: t.field({
      type: PlatformPrivileges,
      nullable: false,
      description: "The caller's privileges on the platform.",
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

import type { PolicyInfo } from '../../policies/model.js';
import { builder } from './builder.js';
import { CorpGroup } from './corp-group.js';
import { CorpUser } from './corp-user.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { nonNull } from './kit.js';
import { OwnershipTypeEntity } from './ownership-type.js';

type Actors = PolicyInfo['actors'];
type Named = { readonly urn: string };

/** Each of them can take several reads. The lists of URNs have all. */
const resolvedMax = 100;
const resolved = (urns: readonly string[] | null | undefined): Named[] | null =>
  urns?.slice(0, resolvedMax).map((urn) => ({ urn })) ?? null;
const first = `The first ${resolvedMax} of these entities`;

const urn = nonNull('The URN.');
const toId = ({ urn }: Named) => urn.split(':').slice(3).join(':');

const DataHubRole = builder.objectRef<Named>('DataHubRole').implement({
  description: 'A DataHub role, which a policy stores without effect.',
  interfaces: [Entity],
  fields: (t) => ({
    urn: t.exposeString('urn', urn),
    type: t.field(entityTypeField('DATAHUB_ROLE')),
    name: t.string({ nullable: false, description: 'The last part of the URN.', resolve: toId }),
    description: t.string({
      ...nonNull('Always empty: the catalog has no roles.'),
      resolve: () => '',
    }),
  }),
});

export const ActorFilter = builder.objectRef<Actors>('ActorFilter').implement({
  description:
    "The users and groups that get a policy's privileges. Roles and resource owners are " +
    'stored without effect.',
  fields: (t) => ({
    users: t.stringList({ description: 'URNs of users.', resolve: ({ users }) => users ?? null }),
    groups: t.stringList({ description: 'URNs of groups.', resolve: ({ groups }) => groups ?? null }),
    allUsers: t.boolean({
      ...nonNull('Every user.'),
      resolve: ({ allUsers }) => allUsers ?? false,
    }),
    allGroups: t.boolean({
      ...nonNull('The members of any group.'),
      resolve: ({ allGroups }) => allGroups ?? false,
    }),
    roles: t.stringList({ description: 'Stored without effect.', resolve: ({ roles }) => roles ?? null }),
    resourceOwners: t.boolean({
      ...nonNull('Stored without effect.'),
      resolve: ({ resourceOwners }) => resourceOwners ?? false,
    }),
    resourceOwnersTypes: t.stringList({
      description: 'Stored without effect.',
      resolve: ({ resourceOwnersTypes }) => resourceOwnersTypes ?? null,
    }),
    resolvedUsers: t.field({
      type: [CorpUser],
      description: `${first}. They need not exist.`,
      resolve: ({ users }) => resolved(users),
    }),
    resolvedGroups: t.field({
      type: [CorpGroup],
      description: `${first}. They need not exist.`,
      resolve: ({ groups }) => resolved(groups),
    }),
    resolvedRoles: t.field({
      type: [DataHubRole],
      description: `${first}. Stored without effect.`,
      resolve: ({ roles }) => resolved(roles),
    }),
    resolvedOwnershipTypes: t.field({
      type: [OwnershipTypeEntity],
      description: `${first}. Stored without effect.`,
      resolve: ({ resourceOwnersTypes }) => resolved(resourceOwnersTypes),
    }),
  }),
});

import type { PolicyInfo } from '../../policies/model.js';
import { builder } from './builder.js';
import { CorpGroup } from './corp-group.js';
import { CorpUser } from './corp-user.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';

type Actors = PolicyInfo['actors'];
type Named = { readonly urn: string };

/** Each of them can take several reads. The lists of URNs have all. */
const resolvedMax = 100;
const resolved = (urns: readonly string[] | null | undefined): Named[] | null =>
  urns?.slice(0, resolvedMax).map((urn) => ({ urn })) ?? null;
const first = `The first ${resolvedMax} of them`;

const urn = { nullable: false, description: 'The URN.' } as const;
const idOf = ({ urn }: Named) => urn.split(':').slice(3).join(':');

const DataHubRole = builder.objectRef<Named>('DataHubRole').implement({
  description: 'A role of DataHub, which a policy keeps without effect.',
  interfaces: [Entity],
  fields: (t) => ({
    urn: t.exposeString('urn', urn),
    type: t.field(entityTypeField('DATAHUB_ROLE')),
    name: t.string({ nullable: false, description: 'The last part of the URN.', resolve: idOf }),
    description: t.string({
      nullable: false,
      description: 'Empty: there are no roles here.',
      resolve: () => '',
    }),
  }),
});

const OwnershipTypeEntity = builder.objectRef<Named>('OwnershipTypeEntity').implement({
  description: 'A type of owners, which a policy keeps without effect.',
  interfaces: [Entity],
  fields: (t) => ({
    urn: t.exposeString('urn', urn),
    type: t.field(entityTypeField('CUSTOM_OWNERSHIP_TYPE')),
  }),
});

export const ActorFilter = builder.objectRef<Actors>('ActorFilter').implement({
  description: 'Who gets the privileges of a policy. Roles and resource owners are kept and get nothing.',
  fields: (t) => ({
    users: t.stringList({ description: 'URNs of users.', resolve: ({ users }) => users ?? null }),
    groups: t.stringList({ description: 'URNs of groups.', resolve: ({ groups }) => groups ?? null }),
    allUsers: t.boolean({
      nullable: false,
      description: 'Every user.',
      resolve: ({ allUsers }) => allUsers ?? false,
    }),
    allGroups: t.boolean({
      nullable: false,
      description: 'The members of any group.',
      resolve: ({ allGroups }) => allGroups ?? false,
    }),
    roles: t.stringList({ description: 'Kept without effect.', resolve: ({ roles }) => roles ?? null }),
    resourceOwners: t.boolean({
      nullable: false,
      description: 'Kept without effect.',
      resolve: ({ resourceOwners }) => resourceOwners ?? false,
    }),
    resourceOwnersTypes: t.stringList({
      description: 'Kept without effect.',
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
      description: `${first}. Kept without effect.`,
      resolve: ({ roles }) => resolved(roles),
    }),
    resolvedOwnershipTypes: t.field({
      type: [OwnershipTypeEntity],
      description: `${first}. Kept without effect.`,
      resolve: ({ resourceOwnersTypes }) => resolved(resourceOwnersTypes),
    }),
  }),
});

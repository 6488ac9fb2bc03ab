import type { PolicyInfo } from '../../policies/model.js';
import { computeRevision } from '../../policies/revision.js';
import { privilegesWithoutEffect } from '../../policies/warn.js';
import { builder } from './builder.js';
import { nonNull } from './kit.js';
import { ActorFilter } from './policy-actors.js';
import { PolicyState, PolicyType } from './policy-enums.js';
import { ResourceFilter } from './policy-resources.js';

export const Policy = builder.objectRef<{ urn: string; policy: PolicyInfo }>('Policy').implement({
  description: 'Grants privileges to users and groups.',
  fields: (t) => ({
    urn: t.exposeString('urn', nonNull('`urn:li:dataHubPolicy:<id>`')),
    revision: t.string({
      ...nonNull('Differs after every change of the policy, for `basedOn` of `updatePolicy`.'),
      resolve: ({ policy }) => computeRevision(policy),
    }),
    type: t.field({
      ...nonNull('Whether the policy covers entities or the service.', PolicyType),
      resolve: ({ policy }) => policy.type,
    }),
    name: t.string({
      ...nonNull('The display name.'),
      resolve: ({ policy }) => policy.displayName,
    }),
    state: t.field({
      ...nonNull('Whether the policy is active.', PolicyState),
      resolve: ({ policy }) => policy.state,
    }),
    description: t.string({
      description: 'The purpose of the service account.',
      resolve: ({ policy }) => policy.description ?? null,
    }),
    resources: t.field({
      type: ResourceFilter,
      description: 'The entities that a METADATA policy covers. Null: all.',
      resolve: ({ policy }) => policy.resources ?? null,
    }),
    privileges: t.stringList({
      ...nonNull('All privileges of the policy.'),
      resolve: ({ policy }) => policy.privileges,
    }),
    privilegesWithoutEffect: t.stringList({
      ...nonNull('The privileges that have no effect here.'),
      resolve: ({ policy }) => privilegesWithoutEffect(policy),
    }),
    actors: t.field({
      ...nonNull('The users and groups that get the privileges.', ActorFilter),
      resolve: ({ policy }) => policy.actors,
    }),
    editable: t.boolean({
      ...nonNull('Whether `updatePolicy` and `deletePolicy` accept the policy.'),
      resolve: ({ policy }) => policy.editable ?? true,
    }),
  }),
});

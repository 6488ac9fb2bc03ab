import type { PolicyInfo } from '../../policies/model.js';
import { privilegesWithoutEffect } from '../../policies/without-effect.js';
import { builder } from './builder.js';
import { ActorFilter } from './policy-actors.js';
import { PolicyState, PolicyType } from './policy-enums.js';
import { ResourceFilter } from './policy-resources.js';

export const Policy = builder.objectRef<{ urn: string; policy: PolicyInfo }>('Policy').implement({
  description: 'Grants privileges to users and groups.',
  fields: (t) => ({
    urn: t.exposeString('urn', { nullable: false, description: '`urn:li:dataHubPolicy:<id>`' }),
    type: t.field({
      type: PolicyType,
      nullable: false,
      description: 'Whether the policy covers entities or the service.',
      resolve: ({ policy }) => policy.type,
    }),
    name: t.string({
      nullable: false,
      description: 'The display name.',
      resolve: ({ policy }) => policy.displayName,
    }),
    state: t.field({
      type: PolicyState,
      nullable: false,
      description: 'Whether the policy is active.',
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
      nullable: false,
      description: 'All privileges of the policy.',
      resolve: ({ policy }) => policy.privileges,
    }),
    privilegesWithoutEffect: t.stringList({
      nullable: false,
      description: 'The privileges that have no effect here.',
      resolve: ({ policy }) => privilegesWithoutEffect(policy),
    }),
    actors: t.field({
      type: ActorFilter,
      nullable: false,
      description: 'The users and groups that get the privileges.',
      resolve: ({ policy }) => policy.actors,
    }),
    editable: t.boolean({
      nullable: false,
      description: 'Whether `updatePolicy` and `deletePolicy` accept the policy.',
      resolve: ({ policy }) => policy.editable ?? true,
    }),
  }),
});

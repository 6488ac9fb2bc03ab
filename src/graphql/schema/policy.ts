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
      description: 'What the privileges are over.',
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
      description: 'Whether it grants its privileges.',
      resolve: ({ policy }) => policy.state,
    }),
    description: t.string({
      description: 'What it is for.',
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
      description: 'Those of the privileges that grant nothing here.',
      resolve: ({ policy }) => privilegesWithoutEffect(policy),
    }),
    actors: t.field({
      type: ActorFilter,
      nullable: false,
      description: 'Who gets the privileges.',
      resolve: ({ policy }) => policy.actors,
    }),
    editable: t.boolean({
      nullable: false,
      description: 'Whether updatePolicy and deletePolicy accept it.',
      resolve: ({ policy }) => policy.editable ?? true,
    }),
  }),
});

import { defaultPageSize } from '../../core/pagination.js';
import { conditions } from '../../core/resource-filter.js';
import type { PolicyInfo } from '../../metadata/policies/model.js';
import type { ListedPolicies } from '../../policies/list.js';
import { privilegesWithoutEffect } from '../../policies/without-effect.js';
import { builder } from './builder.js';

export const PolicyType = builder.enumType('PolicyType', {
  description: 'What the privileges of a policy are over.',
  values: {
    METADATA: { description: 'Entities.' },
    PLATFORM: { description: 'The service.' },
  } as const,
});

export const PolicyState = builder.enumType('PolicyState', {
  description: 'Whether a policy grants its privileges.',
  values: {
    ACTIVE: { description: 'It does.' },
    INACTIVE: { description: 'It grants nothing.' },
    DRAFT: { description: 'It grants nothing yet.' },
  } as const,
});

export const PolicyMatchCondition = builder.enumType('PolicyMatchCondition', {
  description: 'How a criterion compares a field with its values. NOT_EQUALS is kept and not evaluated.',
  values: conditions,
});

type Resources = NonNullable<PolicyInfo['resources']>;
type Filter = NonNullable<Resources['filter']>;
type Criterion = Filter['criteria'][number];

const PolicyMatchCriterionValue = builder.objectRef<string>('PolicyMatchCriterionValue').implement({
  description: 'A value of a criterion.',
  fields: (t) => ({
    value: t.string({ nullable: false, description: 'The value.', resolve: (value) => value }),
  }),
});

const PolicyMatchCriterion = builder.objectRef<Criterion>('PolicyMatchCriterion').implement({
  description: 'A condition on one field of an entity. One of the values must match.',
  fields: (t) => ({
    field: t.string({
      nullable: false,
      description: 'TYPE, URN, CONTAINER …',
      resolve: ({ field }) => field,
    }),
    values: t.field({
      type: [PolicyMatchCriterionValue],
      nullable: false,
      description: 'The values.',
      resolve: ({ values }) => values,
    }),
    condition: t.field({
      type: PolicyMatchCondition,
      nullable: false,
      description: 'How the field is compared.',
      resolve: ({ condition }) => condition ?? 'EQUALS',
    }),
  }),
});

const PolicyMatchFilter = builder.objectRef<Filter>('PolicyMatchFilter').implement({
  description: 'Criteria that must all match.',
  fields: (t) => ({
    criteria: t.field({
      type: [PolicyMatchCriterion],
      description: 'The criteria.',
      resolve: ({ criteria }) => criteria,
    }),
  }),
});

const ResourceFilter = builder.objectRef<Resources>('ResourceFilter').implement({
  description: 'The entities that a METADATA policy covers.',
  fields: (t) => ({
    type: t.string({ description: 'The type of the entities.', resolve: ({ type }) => type ?? null }),
    resources: t.stringList({ description: 'Their URNs.', resolve: ({ resources }) => resources ?? null }),
    allResources: t.boolean({
      description: 'Whether the URNs do not narrow the policy.',
      resolve: ({ allResources }) => allResources ?? false,
    }),
    filter: t.field({
      type: PolicyMatchFilter,
      description: 'Criteria in place of the type and the URNs.',
      resolve: ({ filter }) => filter ?? null,
    }),
    privilegeConstraints: t.field({
      type: PolicyMatchFilter,
      description: 'Kept and not evaluated: a policy that has them covers nothing.',
      resolve: ({ privilegeConstraints }) => privilegeConstraints ?? null,
    }),
  }),
});

const ActorFilter = builder.objectRef<PolicyInfo['actors']>('ActorFilter').implement({
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
  }),
});

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

const ListPoliciesInput = builder.inputType('ListPoliciesInput', {
  description: 'Which policies to list.',
  fields: (t) => ({
    start: t.int({ description: 'How many policies to skip. Default: 0.' }),
    count: t.int({ description: `The size of the page. Default: ${defaultPageSize}.` }),
    query: t.string({ description: 'A part of the name or of the description, in any case.' }),
  }),
});

const ListPoliciesResult = builder.objectRef<ListedPolicies>('ListPoliciesResult').implement({
  description: 'A page of policies, by name.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'How many policies were skipped.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
    total: t.exposeInt('total', { nullable: false, description: 'How many policies match.' }),
    policies: t.field({
      type: [Policy],
      nullable: false,
      description: 'The page.',
      resolve: ({ policies }, _, { answer }, info) =>
        answer.addList(
          policies.map(({ urn, value }) => ({ urn, policy: value as PolicyInfo })),
          ({ policy }) => sizeOf(policy),
          info,
        ),
    }),
  }),
});

/** About how many characters a policy takes. */
const sizeOf = ({ displayName, description, privileges, actors, resources }: PolicyInfo) => {
  const lists = [privileges, actors.users, actors.groups, actors.roles, resources?.resources];
  for (const { values } of resources?.filter?.criteria ?? []) lists.push(values);
  return [[displayName, description ?? ''], ...lists]
    .flatMap((list) => list ?? [])
    .reduce((sum, text) => sum + text.length + 3, 0);
};

builder.queryField('listPolicies', (t) =>
  t.field({
    type: ListPoliciesResult,
    description: 'Lists policies by name. Needs Manage Policies.',
    args: { input: t.arg({ type: ListPoliciesInput, required: true, description: 'Which policies.' }) },
    resolve: (_, { input }, { services, actor }) => services.policies.list(actor, input),
  }),
);

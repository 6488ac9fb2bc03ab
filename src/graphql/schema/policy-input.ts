import { builder } from './builder.js';
import { PolicyMatchCondition, PolicyState, PolicyType } from './policy-enums.js';

const PolicyMatchCriterionInput = builder.inputType('PolicyMatchCriterionInput', {
  description: 'A condition on one field of an entity. One of the values must match.',
  fields: (t) => ({
    field: t.string({
      required: true,
      description: 'TYPE, URN or CONTAINER. Others are kept and cover nothing.',
    }),
    values: t.stringList({ required: true, description: 'The values.' }),
    condition: t.field({
      type: PolicyMatchCondition,
      description: 'How the field is compared. Default: EQUALS.',
    }),
  }),
});

const PolicyMatchFilterInput = builder.inputType('PolicyMatchFilterInput', {
  description: 'Criteria that must all match.',
  fields: (t) => ({
    criteria: t.field({
      type: [PolicyMatchCriterionInput],
      required: true,
      description: 'The criteria.',
    }),
  }),
});

const ResourceFilterInput = builder.inputType('ResourceFilterInput', {
  description: 'The entities that a METADATA policy covers. Default: all.',
  fields: (t) => ({
    type: t.string({ description: 'The type of the entities, as in their URNs.' }),
    resources: t.stringList({ description: 'Their URNs.' }),
    allResources: t.boolean({ description: 'Whether the URNs do not narrow the policy. Default: false.' }),
    filter: t.field({
      type: PolicyMatchFilterInput,
      description: 'Criteria in place of the type and the URNs.',
    }),
    privilegeConstraints: t.field({
      type: PolicyMatchFilterInput,
      description: 'Kept and not evaluated: a policy that has them covers nothing.',
    }),
  }),
});

const ActorFilterInput = builder.inputType('ActorFilterInput', {
  description: 'Who gets the privileges of a policy. Resource owners are kept and get nothing.',
  fields: (t) => ({
    users: t.stringList({ description: 'URNs of users.' }),
    groups: t.stringList({ description: 'URNs of groups.' }),
    allUsers: t.boolean({ required: true, description: 'Every user.' }),
    allGroups: t.boolean({ required: true, description: 'The members of any group.' }),
    resourceOwners: t.boolean({ required: true, description: 'Kept without effect.' }),
    resourceOwnersTypes: t.stringList({ description: 'Kept without effect.' }),
  }),
});

export const PolicyUpdateInput = builder.inputType('PolicyUpdateInput', {
  description: 'All of a policy.',
  fields: (t) => ({
    type: t.field({ type: PolicyType, required: true, description: 'What the privileges are over.' }),
    name: t.string({ required: true, description: 'The display name, 1 to 255 characters.' }),
    state: t.field({ type: PolicyState, required: true, description: 'Whether it grants its privileges.' }),
    description: t.string({ description: 'What it is for.' }),
    resources: t.field({
      type: ResourceFilterInput,
      description: 'The entities that a METADATA policy covers. Default: all.',
    }),
    privileges: t.stringList({ required: true, description: 'Names of privileges.' }),
    actors: t.field({ type: ActorFilterInput, required: true, description: 'Who gets the privileges.' }),
  }),
});

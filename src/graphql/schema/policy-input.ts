import { builder } from './builder.js';
import { required } from './kit.js';
import { PolicyMatchCondition, PolicyState, PolicyType } from './policy-enums.js';

const PolicyMatchCriterionInput = builder.inputType('PolicyMatchCriterionInput', {
  description: 'A condition on one field of an entity. One of the values must match.',
  fields: (t) => ({
    field: t.string(required('TYPE, URN or CONTAINER. Other fields are stored and cover nothing.')),
    values: t.stringList(required('The values.')),
    condition: t.field({
      type: PolicyMatchCondition,
      description: 'How the field is compared. Default: EQUALS.',
    }),
  }),
});

const PolicyMatchFilterInput = builder.inputType('PolicyMatchFilterInput', {
  description: 'Criteria that must all match.',
  fields: (t) => ({
    criteria: t.field(required('The criteria.', [PolicyMatchCriterionInput])),
  }),
});

const ResourceFilterInput = builder.inputType('ResourceFilterInput', {
  description: 'The entities that a METADATA policy covers. Default: all.',
  fields: (t) => ({
    type: t.string({ description: 'The type of the entities, as in their URNs.' }),
    resources: t.stringList({ description: 'The URNs of the entities.' }),
    allResources: t.boolean({
      description:
        'Whether the policy covers all entities of the type, regardless of `resources`. Default: false.',
    }),
    filter: t.field({
      type: PolicyMatchFilterInput,
      description: 'Criteria that replace the type and the URNs.',
    }),
    privilegeConstraints: t.field({
      type: PolicyMatchFilterInput,
      description: 'Stored and not evaluated: a policy with constraints covers nothing.',
    }),
  }),
});

const ActorFilterInput = builder.inputType('ActorFilterInput', {
  description:
    "The users and groups that get a policy's privileges. Resource owners are stored without effect.",
  fields: (t) => ({
    users: t.stringList({ description: 'URNs of users.' }),
    groups: t.stringList({ description: 'URNs of groups.' }),
    allUsers: t.boolean(required('Every user.')),
    allGroups: t.boolean(required('The members of any group.')),
    resourceOwners: t.boolean(required('Stored without effect.')),
    resourceOwnersTypes: t.stringList({ description: 'Stored without effect.' }),
  }),
});

export const PolicyUpdateInput = builder.inputType('PolicyUpdateInput', {
  description: 'A complete policy.',
  fields: (t) => ({
    type: t.field(required('Whether the policy covers entities or the service.', PolicyType)),
    name: t.string(required('The display name, 1 to 255 characters.')),
    state: t.field(required('Whether the policy is active.', PolicyState)),
    description: t.string({ description: 'The purpose of the service account.' }),
    resources: t.field({
      type: ResourceFilterInput,
      description: 'The entities that a METADATA policy covers. Default: all.',
    }),
    privileges: t.stringList(required('Names of privileges.')),
    actors: t.field(required('The users and groups that get the privileges.', ActorFilterInput)),
  }),
});

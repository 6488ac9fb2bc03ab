import { readUrn } from '../../core/urn.js';
import type { PolicyInfo } from '../../policies/model.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { nonNull } from './kit.js';
import { PolicyMatchCondition } from './policy-enums.js';
import { referencedEntity } from './referenced-entity.js';

type Resources = NonNullable<PolicyInfo['resources']>;
type Filter = NonNullable<Resources['filter']>;
type Criterion = Filter['criteria'][number];

const PolicyMatchCriterionValue = builder.objectRef<string>('PolicyMatchCriterionValue').implement({
  description: 'A value of a criterion.',
  fields: (t) => ({
    value: t.string({ nullable: false, description: 'The value.', resolve: (value) => value }),
    entity: t.field({
      type: Entity,
      description: 'The entity, if the value is a URN. The entity need not exist.',
      resolve: (urn, _, context, info) => (readUrn(urn) ? referencedEntity(urn, context, info) : null),
    }),
  }),
});

const PolicyMatchCriterion = builder.objectRef<Criterion>('PolicyMatchCriterion').implement({
  description: 'A condition on one field of an entity. One of the values must match.',
  fields: (t) => ({
    field: t.string({
      ...nonNull('TYPE, URN, CONTAINER …'),
      resolve: ({ field }) => field,
    }),
    values: t.field({
      ...nonNull('The values.', [PolicyMatchCriterionValue]),
      resolve: ({ values }) => values,
    }),
    condition: t.field({
      ...nonNull('How the field is compared.', PolicyMatchCondition),
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

export const ResourceFilter = builder.objectRef<Resources>('ResourceFilter').implement({
  description: 'The entities that a METADATA policy covers.',
  fields: (t) => ({
    type: t.string({ description: 'The type of the entities.', resolve: ({ type }) => type ?? null }),
    resources: t.stringList({
      description: 'The URNs of the entities.',
      resolve: ({ resources }) => resources ?? null,
    }),
    allResources: t.boolean({
      description: 'Whether the policy covers all entities of the type, regardless of `resources`.',
      resolve: ({ allResources }) => allResources ?? false,
    }),
    filter: t.field({
      type: PolicyMatchFilter,
      description: 'Criteria that replace the type and the URNs.',
      resolve: ({ filter }) => filter ?? null,
    }),
    privilegeConstraints: t.field({
      type: PolicyMatchFilter,
      description: 'Stored and not evaluated: a policy with constraints covers nothing.',
      resolve: ({ privilegeConstraints }) => privilegeConstraints ?? null,
    }),
  }),
});

import type { Fact as FactView } from '../../search/facts.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { referencedEntity } from './referenced-entity.js';

const FactValue = builder.objectRef<{ readonly value: string }>('FactValue').implement({
  description: 'One value of a field of an entity.',
  fields: (t) => ({
    value: t.exposeString('value', { nullable: false, description: 'The value, as text.' }),
    entity: t.field({
      type: Entity,
      description: 'The entity, if the value is a URN. The entity need not exist.',
      resolve: ({ value }, _, context, info) =>
        value.startsWith('urn:li:') ? referencedEntity(value, context, info) : null,
    }),
  }),
});

const Fact = builder.objectRef<FactView>('Fact').implement({
  description: 'The values of one field of an entity.',
  fields: (t) => ({
    field: t.exposeString('field', { nullable: false, description: 'The name of the field.' }),
    values: t.field({
      type: [FactValue],
      nullable: false,
      description: 'The first 100 values, in byte order. Empty if the field has no value.',
      resolve: ({ values }, _, { answer }, info) =>
        answer.addList(
          values.map((value) => ({ value })),
          ({ value }) => 2 * value.length,
          info,
          { uncounted: true },
        ),
    }),
  }),
});

builder.interfaceField(Entity, 'facts', (t) =>
  t.field({
    type: [Fact],
    description:
      'The values by which searches find the entity, one fact per field. Soft-deleted entities ' +
      'have facts too.',
    args: {
      fields: t.arg.stringList({
        required: true,
        description:
          'At most 20 names of search fields, such as `owners` or `customProperties`. Fields of columns are refused.',
      }),
    },
    resolve: ({ urn }, { fields }, { services, actor }) => services.search.facts(actor, urn, fields),
  }),
);

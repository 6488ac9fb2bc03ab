import { readUrn } from '../../core/urn.js';
import type { Fact as FactView } from '../../search/facts.js';
import { builder, type Context } from './builder.js';
import { Entity } from './entity.js';
import { nonNull } from './kit.js';
import { referencedEntity } from './referenced-entity.js';

const FactValue = builder.objectRef<{ readonly value: string }>('FactValue').implement({
  description: 'One value of a field of an entity.',
  fields: (t) => ({
    value: t.exposeString('value', nonNull('The value, as text.')),
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
    field: t.exposeString('field', nonNull('The name of the field.')),
    values: t.field({
      ...nonNull('The first 100 values, in byte order. Empty if the field has no value.', [FactValue]),
      resolve: ({ values }, _, { answer }, info) =>
        answer.addList(
          values.map((value) => ({ value })),
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

/** Returns the values of one field. */
async function readValues(urn: string, field: string, { services, actor }: Context) {
  const [fact] = await services.search.facts(actor, urn, [field]);
  return fact!.values;
}

interface HasUrn {
  readonly urn: string;
}

type FieldBuilder = PothosSchemaTypes.InterfaceFieldBuilder<typeof builder.$inferSchemaTypes, HasUrn>;

const flag = (t: FieldBuilder, field: string, description: string) =>
  t.boolean({
    nullable: false,
    description,
    resolve: async ({ urn }, _, context) => (await readValues(urn, field, context))[0] === 'true',
  });

const entities = (t: FieldBuilder, field: string, what: string) =>
  t.field({
    type: [Entity],
    nullable: false,
    description: `The first 100 ${what}, in byte order. They need not exist.`,
    resolve: async ({ urn }, _, context, info) => {
      const values = await readValues(urn, field, context);
      // Aspects without a model can have any text in place of a URN.
      const urns = values.filter((value) => readUrn(value) !== null);
      const found = await Promise.all(urns.map((each) => referencedEntity(each, context, info)));
      return context.answer.addList(found, info, { uncounted: true });
    },
  });

builder.interfaceFields(Entity, (t) => ({
  removed: flag(t, 'removed', 'Whether the entity is soft-deleted.'),
  deprecated: flag(t, 'deprecated', 'Whether the entity is deprecated.'),
  owners: entities(t, 'owners', 'owners of the entity'),
  domains: entities(t, 'domains', 'domains of the entity'),
  terms: entities(t, 'glossaryTerms', 'glossary terms of the entity'),
}));

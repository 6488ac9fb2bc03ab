import { entityTypeName } from '../../datahub/entity-types.js';
import type { Entity as EntityView } from '../../entities/views.js';
import { builder } from './builder.js';
import { Entity, existsField } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { nonNull } from './kit.js';
import { namedProperties, propertiesType } from './properties.js';
import { relationshipsField } from './relationships.js';

type FieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, EntityView>;

interface Named {
  readonly type: string;
  readonly kind: string;
  readonly description: string;
}

/** Makes the object type of entities of which GraphQL shows the name and the description only. */
function namedEntityType<Fields extends object>(
  { type, kind, description }: Named,
  ownFields?: (t: FieldBuilder) => Fields,
) {
  const name = type[0]!.toUpperCase() + type.slice(1);
  const prefix = `urn:li:${type}:`;
  const Properties = propertiesType(`${name}Properties`, kind);
  return builder.objectRef<EntityView>(name).implement({
    description,
    interfaces: [Entity],
    fields: (t) => ({
      urn: t.exposeString('urn', nonNull(`\`${prefix}<id>\``)),
      type: t.field(entityTypeField(entityTypeName(type))),
      properties: t.field({
        type: Properties,
        description: 'The properties. Null before they are first written.',
        resolve: ({ urn }, _, { services }) =>
          namedProperties(services.entities.properties({ urn }), urn.slice(prefix.length)),
      }),
      exists: t.boolean(existsField),
      relationships: relationshipsField(t),
      ...ownFields?.(t),
    }),
  });
}

const termPrefix = 'urn:li:glossaryTerm:';
const term = {
  type: 'glossaryTerm',
  kind: 'term',
  description: "A glossary term. An entity's terms are in the aspect glossaryTerms.",
};
export const GlossaryTerm = namedEntityType(term, (t) => ({
  name: t.string({
    ...nonNull('The part of the URN after the last dot.'),
    deprecationReason: 'Use `properties.name`.',
    resolve: ({ urn }) => urn.slice(termPrefix.length).split('.').at(-1)!,
  }),
  hierarchicalName: t.string({
    ...nonNull('The last part of the URN, with its dots.'),
    resolve: ({ urn }) => urn.slice(termPrefix.length),
  }),
}));
export const GlossaryNode = namedEntityType({
  type: 'glossaryNode',
  kind: 'group of terms',
  description: 'A group of glossary terms.',
});
export const Domain = namedEntityType({
  type: 'domain',
  kind: 'domain',
  description: "A part of an organization. An entity's domains are in the aspect domains.",
});
namedEntityType({
  type: 'dataProduct',
  kind: 'data product',
  description: 'A set of entities that are offered together.',
});

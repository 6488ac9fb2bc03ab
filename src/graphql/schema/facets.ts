import type { Aggregation, Facet } from '../../search/facet.js';
import { builder } from './builder.js';
import { emptyField } from './datahub-only.js';
import { Entity } from './entity.js';
import { referencedEntity } from './referenced-entity.js';

const AggregationMetadata = builder.objectRef<Aggregation>('AggregationMetadata').implement({
  description: 'A value, and how many of the entities that were found have it.',
  fields: (t) => ({
    value: t.exposeString('value', { nullable: false, description: 'The value.' }),
    count: t.expose('count', { type: 'Long', nullable: false, description: 'How many entities have it.' }),
    displayName: t.exposeString('displayName', {
      ...emptyField,
      description: 'Always null.',
      deprecationReason: `${emptyField.deprecationReason} Use the name of \`entity\`.`,
    }),
    entity: t.field({
      type: Entity,
      description: 'The entity, which need not exist, if the value is a URN.',
      resolve: ({ urn }, _, context, info) => (urn === null ? null : referencedEntity(urn, context, info)),
    }),
  }),
});

export const FacetMetadata = builder.objectRef<Facet>('FacetMetadata').implement({
  description: 'The values of a field among all entities that were found.',
  fields: (t) => ({
    field: t.exposeString('field', { nullable: false, description: 'The name of the field.' }),
    displayName: t.exposeString('displayName', { description: 'The name to show.' }),
    entity: t.field({
      type: Entity,
      ...emptyField,
      description: 'Always null: no field is an entity.',
      deprecationReason: `${emptyField.deprecationReason} Use \`field\`.`,
      resolve: () => null,
    }),
    aggregations: t.field({
      type: [AggregationMetadata],
      nullable: false,
      description: 'The values, the most frequent first.',
      resolve: ({ aggregations }, _, { answer }, info) =>
        answer.addList(
          aggregations,
          ({ value, displayName }) => 2 * value.length + (displayName?.length ?? 0),
          info,
          { uncounted: true },
        ),
    }),
  }),
});

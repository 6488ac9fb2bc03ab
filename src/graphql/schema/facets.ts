import type { Aggregation, Facet } from '../../search/facet.js';
import { builder } from './builder.js';
import { emptyField } from './datahub-only.js';
import { Entity } from './entity.js';
import { referencedEntity } from './referenced-entity.js';

const AggregationMetadata = builder.objectRef<Aggregation>('AggregationMetadata').implement({
  description: 'A value, and the number of matching entities that have it.',
  fields: (t) => ({
    value: t.exposeString('value', { nullable: false, description: 'The value.' }),
    count: t.expose('count', {
      type: 'Long',
      nullable: false,
      description: 'The number of matching entities that have the value.',
    }),
    displayName: t.exposeString('displayName', {
      ...emptyField,
      description: 'Always null.',
      deprecationReason: `${emptyField.deprecationReason} Use the name of \`entity\`.`,
    }),
    entity: t.field({
      type: Entity,
      description: 'The entity, if the value is a URN. The entity need not exist.',
      resolve: ({ urn }, _, context, info) => (urn === null ? null : referencedEntity(urn, context, info)),
    }),
  }),
});

export const FacetMetadata = builder.objectRef<Facet>('FacetMetadata').implement({
  description: 'The values of one field among all matching entities.',
  fields: (t) => ({
    field: t.exposeString('field', { nullable: false, description: 'The name of the field.' }),
    displayName: t.exposeString('displayName', { description: 'The display name.' }),
    entity: t.field({
      type: Entity,
      ...emptyField,
      description: 'Always null: a field is not an entity.',
      deprecationReason: `${emptyField.deprecationReason} Use \`field\`.`,
      resolve: () => null,
    }),
    aggregations: t.field({
      type: [AggregationMetadata],
      nullable: false,
      description: 'The values, most frequent first.',
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

import type { Aggregation, Facet } from '../../search/facet.js';
import { builder } from './builder.js';
import { emptyField } from './datahub-only.js';
import { Entity } from './entity.js';
import { nonNull } from './kit.js';
import { optionalReference } from './reference.js';

const AggregationMetadata = builder.objectRef<Aggregation>('AggregationMetadata').implement({
  description: 'A value, and the number of matching entities that have it.',
  fields: (t) => ({
    value: t.exposeString('value', nonNull('The value.')),
    count: t.expose('count', nonNull('The number of matching entities that have the value.', 'Long')),
    displayName: t.exposeString('displayName', {
      ...emptyField,
      description: 'Always null.',
      deprecationReason: `${emptyField.deprecationReason} Use the name of \`entity\`.`,
    }),
    entity: t.field(
      optionalReference('The entity, if the value is a URN. The entity need not exist.', ({ urn }) => urn),
    ),
  }),
});

export const FacetMetadata = builder.objectRef<Facet>('FacetMetadata').implement({
  description: 'The values of one field among all matching entities.',
  fields: (t) => ({
    field: t.exposeString('field', nonNull('The name of the field.')),
    displayName: t.exposeString('displayName', { description: 'The display name.' }),
    entity: t.field({
      type: Entity,
      ...emptyField,
      description: 'Always null: a field is not an entity.',
      deprecationReason: `${emptyField.deprecationReason} Use \`field\`.`,
      resolve: () => null,
    }),
    aggregations: t.field({
      ...nonNull('The values, most frequent first.', [AggregationMetadata]),
      resolve: ({ aggregations }, _, { answer }, info) =>
        answer.addList(aggregations, info, { uncounted: true }),
    }),
  }),
});

import { defaultMaxValues, type Facet } from '../../search/facet.js';
import { builder } from './builder.js';
import { FacetMetadata } from './facets.js';
import { required } from './kit.js';
import { searchInputFields, typesField, viewField } from './search.js';
import { searchRequest } from './search-request.js';

const AggregateAcrossEntitiesInput = builder.inputType('AggregateAcrossEntitiesInput', {
  description: 'The entities and fields to count.',
  fields: (t) => ({
    types: typesField(t),
    ...searchInputFields(t),
    facets: t.stringList({
      required: { list: false, items: false },
      description:
        'The fields, such as `tags` or `platform`. By default, and for an empty list: the usual fields.',
    }),
    viewUrn: viewField(t),
  }),
});

const AggregateResults = builder.objectRef<readonly Facet[]>('AggregateResults').implement({
  description: 'Counts of entities by the values of fields.',
  fields: (t) => ({
    facets: t.field({
      type: [FacetMetadata],
      description: 'One facet for each requested field.',
      resolve: (facets) => facets,
    }),
  }),
});

builder.queryField('aggregateAcrossEntities', (t) =>
  t.field({
    type: AggregateResults,
    description: 'Counts entities by the values of their fields.',
    args: { input: t.arg(required('The entities and fields to count.', AggregateAcrossEntitiesInput)) },
    resolve: (_, { input }, { services, actor }) => {
      const fields = input.facets?.flatMap((field) => field ?? []) ?? [];
      const maxValues = input.searchFlags?.maxAggValues ?? defaultMaxValues;
      return services.search.aggregate(
        actor,
        searchRequest(input),
        fields.length > 0 ? fields : null,
        maxValues,
      );
    },
  }),
);

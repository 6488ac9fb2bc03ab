import type { GraphQLResolveInfo } from 'graphql';
import { entityTypeName } from '../../datahub/entity-types.js';
import { searchedTypes } from '../../search/types.js';
import { builder, type Context, type InputFieldBuilder } from './builder.js';
import { Entity } from './entity.js';
import { EntityType } from './entity-type.js';
import { AndFilterInput } from './facet-filter.js';
import { nonNull, required } from './kit.js';
import { referencedEntity } from './referenced-entity.js';
import { filtersField, typesField, viewField } from './search.js';
import { type FilterInputs, refuseView, toFilter, toTypes } from './search-request.js';

const inputFields = (t: InputFieldBuilder) => ({
  query: t.string(required('The beginning of a name, the beginning of a word in it, or any other part.')),
  field: t.string({ description: 'The field to complete. Default: names.' }),
  limit: t.int({
    description: 'The maximum number of suggestions, up to 100. Default: 10.',
  }),
  filters: filtersField(t),
  orFilters: t.field({
    type: [AndFilterInput],
    description: 'At least one filter must match. Without filters, everything matches.',
  }),
});

const AutoCompleteInput = builder.inputType('AutoCompleteInput', {
  description: 'The text to complete, and where to look.',
  fields: (t) => ({
    type: t.field({
      type: EntityType,
      description: 'The type of entities. Default: the types that people search for.',
    }),
    ...inputFields(t),
  }),
});

const AutoCompleteMultipleInput = builder.inputType('AutoCompleteMultipleInput', {
  description: 'The text to complete, for each type of entities.',
  fields: (t) => ({ types: typesField(t), ...inputFields(t), viewUrn: viewField(t) }),
});

interface Suggestions {
  readonly suggestions: readonly string[];
  readonly urns: readonly string[];
}

type FieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Suggestions>;

const suggestionFields = (t: FieldBuilder) => ({
  suggestions: t.stringList({
    ...nonNull('The suggested texts, best first.'),
    resolve: ({ suggestions }) => [...suggestions],
  }),
  entities: t.field({
    ...nonNull('The entities with these names.', [Entity]),
    resolve: ({ urns }: Suggestions, _: object, context: Context, info: GraphQLResolveInfo) =>
      Promise.all(urns.map((urn) => referencedEntity(urn, context, info))),
  }),
});

const AutoCompleteResults = builder
  .objectRef<Suggestions & { readonly query: string }>('AutoCompleteResults')
  .implement({
    description: 'Names that begin with a text.',
    fields: (t) => ({
      query: t.exposeString('query', nonNull('The text.')),
      ...suggestionFields(t as unknown as FieldBuilder),
    }),
  });

const AutoCompleteResultForEntity = builder
  .objectRef<Suggestions & { readonly type: string }>('AutoCompleteResultForEntity')
  .implement({
    description: 'Names of entities of one type that begin with a text.',
    fields: (t) => ({
      type: t.expose('type', nonNull('The type.', EntityType)),
      ...suggestionFields(t as unknown as FieldBuilder),
    }),
  });

const AutoCompleteMultipleResults = builder
  .objectRef<{ query: string; suggestions: readonly (Suggestions & { readonly type: string })[] }>(
    'AutoCompleteMultipleResults',
  )
  .implement({
    description: 'Names that begin with a text, grouped by entity type.',
    fields: (t) => ({
      query: t.exposeString('query', nonNull('The text.')),
      suggestions: t.expose(
        'suggestions',
        nonNull('One result for each type with matching entities.', [AutoCompleteResultForEntity]),
      ),
    }),
  });

interface Input extends FilterInputs {
  readonly query: string;
  readonly field?: string | null | undefined;
  readonly limit?: number | null | undefined;
}

async function complete(
  input: Input,
  types: readonly string[] | null,
  context: Context,
  _info: GraphQLResolveInfo,
) {
  const completion = {
    types,
    query: input.query,
    field: input.field ?? null,
    limit: input.limit ?? null,
    filter: toFilter(input),
  };
  return context.services.search.autoComplete(context.actor, completion);
}

builder.queryFields((t) => ({
  autoComplete: t.field({
    type: AutoCompleteResults,
    description: 'Completes the beginning of a name.',
    args: { input: t.arg(required('The text to complete, and where to look.', AutoCompleteInput)) },
    resolve: async (_, { input }, context, info) => ({
      query: input.query,
      ...(await complete(input, input.type ? toTypes([input.type]) : null, context, info)),
    }),
  }),
  autoCompleteForMultiple: t.field({
    type: AutoCompleteMultipleResults,
    description: 'Completes the beginning of a name, for each type of entities.',
    args: { input: t.arg(required('The text to complete, and where to look.', AutoCompleteMultipleInput)) },
    resolve: async (_, { input }, context, info) => {
      refuseView(input.viewUrn);
      const suggestions = await Promise.all(
        searchedTypes(toTypes(input.types)).map(async (type) => ({
          type: entityTypeName(type),
          ...(await complete(input, [type], context, info)),
        })),
      );
      return { query: input.query, suggestions: suggestions.filter(({ urns }) => urns.length > 0) };
    },
  }),
}));

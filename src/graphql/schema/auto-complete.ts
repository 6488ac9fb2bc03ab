import type { GraphQLResolveInfo } from 'graphql';
import { entityTypeName } from '../../datahub/entity-types.js';
import { searchedTypes } from '../../search/types.js';
import { builder, type Context, type InputFieldBuilder } from './builder.js';
import { Entity } from './entity.js';
import { EntityType } from './entity-type.js';
import { AndFilterInput } from './facet-filter.js';
import { referencedEntity } from './referenced-entity.js';
import { filtersField, typesField, viewField } from './search.js';
import { type FilterInputs, filterOf, refuseView, typesOf } from './search-request.js';

const inputFields = (t: InputFieldBuilder) => ({
  query: t.string({
    required: true,
    description: 'The beginning of a name or of a word of it, or another part of it.',
  }),
  field: t.string({ description: 'The field to complete. Default: the names.' }),
  limit: t.int({
    description: 'How many suggestions at most, up to 100. Default: 10.',
  }),
  filters: filtersField(t),
  orFilters: t.field({
    type: [AndFilterInput],
    description: 'One of them must match. Default: everything does.',
  }),
});

const AutoCompleteInput = builder.inputType('AutoCompleteInput', {
  description: 'What to complete.',
  fields: (t) => ({
    type: t.field({
      type: EntityType,
      description: 'The type of the entities. Default: those that people look for.',
    }),
    ...inputFields(t),
  }),
});

const AutoCompleteMultipleInput = builder.inputType('AutoCompleteMultipleInput', {
  description: 'What to complete, for each type of entities.',
  fields: (t) => ({ types: typesField(t), ...inputFields(t), viewUrn: viewField(t) }),
});

interface Suggestions {
  readonly suggestions: readonly string[];
  readonly urns: readonly string[];
}

type FieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Suggestions>;

const suggestionFields = (t: FieldBuilder) => ({
  suggestions: t.stringList({
    nullable: false,
    description: 'The texts, the best first.',
    resolve: ({ suggestions }) => [...suggestions],
  }),
  entities: t.field({
    type: [Entity],
    nullable: false,
    description: 'The entities that have them.',
    resolve: ({ urns }: Suggestions, _: object, context: Context, info: GraphQLResolveInfo) =>
      Promise.all(urns.map((urn) => referencedEntity(urn, context, info))),
  }),
});

const AutoCompleteResults = builder
  .objectRef<Suggestions & { readonly query: string }>('AutoCompleteResults')
  .implement({
    description: 'Names that a text begins.',
    fields: (t) => ({
      query: t.exposeString('query', { nullable: false, description: 'The text.' }),
      ...suggestionFields(t as unknown as FieldBuilder),
    }),
  });

const AutoCompleteResultForEntity = builder
  .objectRef<Suggestions & { readonly type: string }>('AutoCompleteResultForEntity')
  .implement({
    description: 'Names of entities of one type that a text begins.',
    fields: (t) => ({
      type: t.expose('type', { type: EntityType, nullable: false, description: 'The type.' }),
      ...suggestionFields(t as unknown as FieldBuilder),
    }),
  });

const AutoCompleteMultipleResults = builder
  .objectRef<{ query: string; suggestions: readonly (Suggestions & { readonly type: string })[] }>(
    'AutoCompleteMultipleResults',
  )
  .implement({
    description: 'Names that a text begins, by the types of the entities.',
    fields: (t) => ({
      query: t.exposeString('query', { nullable: false, description: 'The text.' }),
      suggestions: t.expose('suggestions', {
        type: [AutoCompleteResultForEntity],
        nullable: false,
        description: 'One for each type with such entities.',
      }),
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
  info: GraphQLResolveInfo,
) {
  const completion = {
    types,
    query: input.query,
    field: input.field ?? null,
    limit: input.limit ?? null,
    filter: filterOf(input),
  };
  const found = await context.services.search.autoComplete(context.actor, completion);
  for (const texts of [found.suggestions, found.urns]) context.answer.addTexts(texts, info);
  return found;
}

builder.queryFields((t) => ({
  autoComplete: t.field({
    type: AutoCompleteResults,
    description: 'Completes the beginning of a name.',
    args: { input: t.arg({ type: AutoCompleteInput, required: true, description: 'What to complete.' }) },
    resolve: async (_, { input }, context, info) => ({
      query: input.query,
      ...(await complete(input, input.type ? typesOf([input.type]) : null, context, info)),
    }),
  }),
  autoCompleteForMultiple: t.field({
    type: AutoCompleteMultipleResults,
    description: 'Completes the beginning of a name, for each type of entities.',
    args: {
      input: t.arg({ type: AutoCompleteMultipleInput, required: true, description: 'What to complete.' }),
    },
    resolve: async (_, { input }, context, info) => {
      refuseView(input.viewUrn);
      const suggestions = await Promise.all(
        searchedTypes(typesOf(input.types)).map(async (type) => ({
          type: entityTypeName(type),
          ...(await complete(input, [type], context, info)),
        })),
      );
      return { query: input.query, suggestions: suggestions.filter(({ urns }) => urns.length > 0) };
    },
  }),
}));

import type { Correction, Relaxed } from '../../search/forgive.js';
import type { PlacedResults } from '../../search/search.js';
import { builder, type Context, type InputFieldBuilder } from './builder.js';
import { emptyField, ignoredInput } from './datahub-only.js';
import { EntityType } from './entity-type.js';
import { AndFilterInput, FacetFilterInput } from './facet-filter.js';
import { nonNull, required } from './kit.js';
import { SearchFlags } from './search-flags.js';
import { type RequestInputs, searchRequest } from './search-request.js';
import { resultFields, type Shown, shownBy } from './search-result.js';
import { SearchSortInput } from './search-sort.js';

/** What most searches take. */
export const searchInputFields = (t: InputFieldBuilder) => ({
  query: t.string(required('Words, or `*` for everything (docs/search.md).')),
  orFilters: t.field({
    type: [AndFilterInput],
    description: 'At least one filter must match. Without filters, everything matches.',
  }),
  searchFlags: t.field({ type: SearchFlags, description: 'What the search includes and computes.' }),
});

export const typesField = (t: InputFieldBuilder) =>
  t.field({
    type: [EntityType],
    description: 'The types of entities. Default: the types that people search for.',
  });

export const viewField = (t: InputFieldBuilder) =>
  t.string({ ...ignoredInput, description: 'Refused, because views are not supported.' });

export const filtersField = (t: InputFieldBuilder) =>
  t.field({
    type: [FacetFilterInput],
    description: 'Filters that must all match as well. Prefer `orFilters`.',
  });

export const defaultCount = 10;

const pageInputFields = (t: InputFieldBuilder) => ({
  start: t.int({ description: 'The number of results to skip. Default: 0.' }),
  count: t.int({ description: `The size of the page. Default: ${defaultCount}.` }),
});

const SearchInput = builder.inputType('SearchInput', {
  description: 'A search among entities of one type.',
  fields: (t) => ({
    type: t.field(required('The type of the entities.', EntityType)),
    ...searchInputFields(t),
    ...pageInputFields(t),
    filters: filtersField(t),
  }),
});

const SearchAcrossEntitiesInput = builder.inputType('SearchAcrossEntitiesInput', {
  description: 'The search.',
  fields: (t) => ({
    types: typesField(t),
    ...searchInputFields(t),
    ...pageInputFields(t),
    filters: filtersField(t),
    viewUrn: viewField(t),
    sortInput: t.field({ type: SearchSortInput, description: 'The order. Default: best match first.' }),
  }),
});

const SearchSuggestion = builder.objectRef<never>('SearchSuggestion').implement({
  description: 'In DataHub, another query to try. Never returned.',
  fields: (t) => ({
    text: t.string({ nullable: false, description: 'The query.', resolve: () => '' }),
    score: t.float({ description: 'The score of the query.', resolve: () => null }),
    frequency: t.int({ description: 'The frequency of the query.', resolve: () => null }),
  }),
});

const WordCorrection = builder.objectRef<Correction>('WordCorrection').implement({
  description: 'A word of a query that is not found, and those that are looked for in its place.',
  fields: (t) => ({
    word: t.exposeString('word', nonNull('The word, in lower case.')),
    similar: t.exposeStringList('similar', nonNull('Words of names that one letter tells from it.')),
  }),
});

const RelaxedQuery = builder.objectRef<Relaxed>('RelaxedQuery').implement({
  description: 'A query that finds entities in place of one that finds none.',
  fields: (t) => ({
    query: t.exposeString('query', nonNull('The query, which other operations take as well.')),
    ignored: t.exposeStringList(
      'ignored',
      nonNull('Words that no entity has, nor a similar one in its name.'),
    ),
    corrections: t.expose('corrections', nonNull('Words that are replaced.', [WordCorrection])),
    required: t.exposeInt('required', nonNull('How many of the words each result has at least.')),
    words: t.exposeInt('words', nonNull('The number of words of the given query.')),
  }),
});

const SearchResults = builder.objectRef<Shown<PlacedResults>>('SearchResults').implement({
  description: 'A page of results, best match first.',
  fields: (t) => ({
    start: t.int({
      ...nonNull('The number of skipped results.'),
      resolve: ({ page }) => page.start,
    }),
    ...resultFields(t),
    relaxed: t.field({
      type: RelaxedQuery,
      description:
        'What the results match in place of the query, which finds nothing. Null if it finds something.',
      resolve: ({ page }) => page.relaxed,
    }),
    suggestions: t.field({
      type: [SearchSuggestion],
      ...emptyField,
      description: 'Always empty.',
      deprecationReason: `${emptyField.deprecationReason} Use the query \`autoComplete\`.`,
      resolve: () => [],
    }),
  }),
});

interface PageInputs extends RequestInputs {
  readonly start?: number | null | undefined;
  readonly count?: number | null | undefined;
}

async function loadPage(input: PageInputs, { services, actor }: Context): Promise<Shown<PlacedResults>> {
  const shown = shownBy(input.searchFlags);
  const page = { start: input.start, count: input.count };
  return { ...shown, page: await services.search.search(actor, searchRequest(input), page) };
}

builder.queryFields((t) => ({
  search: t.field({
    type: SearchResults,
    description: 'Finds entities of one type.',
    args: { input: t.arg(required('The search.', SearchInput)) },
    resolve: (_, { input: { type, ...input } }, context) => loadPage({ ...input, types: [type] }, context),
  }),
  searchAcrossEntities: t.field({
    type: SearchResults,
    description: 'Finds entities. Earlier writes are always found.',
    args: { input: t.arg(required('The search.', SearchAcrossEntitiesInput)) },
    resolve: (_, { input }, context) => loadPage(input, context),
  }),
}));

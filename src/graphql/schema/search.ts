import type { Results } from '../../search/search.js';
import { builder, type Context, type InputFieldBuilder } from './builder.js';
import { emptyField, ignoredInput } from './datahub-only.js';
import { EntityType } from './entity-type.js';
import { AndFilterInput, FacetFilterInput } from './facet-filter.js';
import { SearchFlags } from './search-flags.js';
import { type RequestInputs, searchRequest } from './search-request.js';
import { pageFields, type Shown, shownBy } from './search-result.js';
import { SearchSortInput } from './search-sort.js';

type Page = Results & { readonly start: number };

/** What most searches take. */
export const searchInputFields = (t: InputFieldBuilder) => ({
  query: t.string({ required: true, description: 'Words, or `*` for everything (docs/search.md).' }),
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
    type: t.field({ type: EntityType, required: true, description: 'The type of the entities.' }),
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

const SearchResults = builder.objectRef<Shown<Page>>('SearchResults').implement({
  description: 'A page of results, best match first.',
  fields: (t) => ({
    start: t.int({
      nullable: false,
      description: 'The number of skipped results.',
      resolve: ({ page }) => page.start,
    }),
    ...pageFields(t),
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

async function loadPage(input: PageInputs, { services, actor }: Context): Promise<Shown<Page>> {
  const shown = shownBy(input.searchFlags);
  const page = { start: input.start, count: input.count };
  return { ...shown, page: await services.search.search(actor, searchRequest(input), page) };
}

builder.queryFields((t) => ({
  search: t.field({
    type: SearchResults,
    description: 'Finds entities of one type.',
    args: { input: t.arg({ type: SearchInput, required: true, description: 'The search.' }) },
    resolve: (_, { input: { type, ...input } }, context) => loadPage({ ...input, types: [type] }, context),
  }),
  searchAcrossEntities: t.field({
    type: SearchResults,
    description: 'Finds entities. Earlier writes are always found.',
    args: {
      input: t.arg({ type: SearchAcrossEntitiesInput, required: true, description: 'The search.' }),
    },
    resolve: (_, { input }, context) => loadPage(input, context),
  }),
}));

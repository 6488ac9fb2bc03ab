import type { Results } from '../../search/search.js';
import { builder } from './builder.js';
import { ignoredInput } from './datahub-only.js';
import { required } from './kit.js';
import { defaultCount, searchInputFields, typesField, viewField } from './search.js';
import { searchRequest } from './search-request.js';
import { resultFields, type Shown, shownBy } from './search-result.js';
import { SearchSortInput } from './search-sort.js';

type Page = Results & { readonly nextScrollId: string | null };

const ScrollAcrossEntitiesInput = builder.inputType('ScrollAcrossEntitiesInput', {
  description: 'The search, and where to continue.',
  fields: (t) => ({
    types: typesField(t),
    ...searchInputFields(t),
    scrollId: t.string({ description: 'The `nextScrollId` of the previous page. Default: the first page.' }),
    keepAlive: t.string({
      ...ignoredInput,
      description: 'No effect: the server keeps no state for a scroll.',
    }),
    count: t.int({ description: `The size of the page. Default: ${defaultCount}.` }),
    viewUrn: viewField(t),
    sortInput: t.field({ type: SearchSortInput, description: 'The order. Default: best match first.' }),
  }),
});

const ScrollResults = builder.objectRef<Shown<Page>>('ScrollResults').implement({
  description:
    'A page of the matching entities. An entity that matches throughout the scroll is on ' +
    'exactly one page.',
  fields: (t) => ({
    nextScrollId: t.string({
      description: 'The `scrollId` of the next request. Null on the last page.',
      resolve: ({ page }) => page.nextScrollId,
    }),
    ...resultFields(t),
  }),
});

builder.queryField('scrollAcrossEntities', (t) =>
  t.field({
    type: ScrollResults,
    description: 'Finds entities page by page, without a limit on their number.',
    args: { input: t.arg(required('The search, and where to continue.', ScrollAcrossEntitiesInput)) },
    resolve: async (_, { input }, { services, actor }) => {
      const shown = shownBy(input.searchFlags);
      const page = { scrollId: input.scrollId, count: input.count };
      return { ...shown, page: await services.search.scroll(actor, searchRequest(input), page) };
    },
  }),
);

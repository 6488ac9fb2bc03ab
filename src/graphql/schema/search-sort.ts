import { builder } from './builder.js';

const SortOrder = builder.enumType('SortOrder', {
  description: 'A direction of sorting.',
  values: {
    ASCENDING: { description: 'The smallest value first.' },
    DESCENDING: { description: 'The largest value first.' },
  } as const,
});

const SortCriterion = builder.inputType('SortCriterion', {
  description: 'A field to sort by.',
  fields: (t) => ({
    field: t.string({ required: true, description: 'Such as `name` or `lastModifiedAt` (docs/search.md).' }),
    sortOrder: t.field({ type: SortOrder, required: true, description: 'The direction.' }),
  }),
});

export const SearchSortInput = builder.inputType('SearchSortInput', {
  description:
    'The order of what is found. What is equal in it is in the order of the score, then of the URNs.',
  fields: (t) => ({
    sortCriterion: t.field({
      type: SortCriterion,
      description: 'The same as `sortCriteria` with this one criterion.',
    }),
    sortCriteria: t.field({ type: [SortCriterion], description: 'The first one counts most. At most 5.' }),
  }),
});

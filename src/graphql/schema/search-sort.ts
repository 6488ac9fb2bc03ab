import { builder } from './builder.js';
import { required } from './kit.js';

const SortOrder = builder.enumType('SortOrder', {
  description: 'A direction of sorting.',
  values: {
    ASCENDING: { description: 'Smallest value first.' },
    DESCENDING: { description: 'Largest value first.' },
  } as const,
});

const SortCriterion = builder.inputType('SortCriterion', {
  description: 'A field to sort by.',
  fields: (t) => ({
    field: t.string(required('The field, such as `name` or `lastModifiedAt` (docs/search.md).')),
    sortOrder: t.field(required('The direction.', SortOrder)),
  }),
});

export const SearchSortInput = builder.inputType('SearchSortInput', {
  description: 'The order of the results. Ties are ordered by score, then by URN.',
  fields: (t) => ({
    sortCriterion: t.field({
      type: SortCriterion,
      description: 'Same as `sortCriteria` with one criterion.',
    }),
    sortCriteria: t.field({
      type: [SortCriterion],
      description: 'The criteria, most significant first; at most 5.',
    }),
  }),
});

import { builder } from './builder.js';
import { ignoredInput } from './datahub-only.js';
import { EntityType } from './entity-type.js';
import { required } from './kit.js';

const GroupingCriterion = builder.inputType('GroupingCriterion', {
  description: 'An entity type and the type to group it under.',
  fields: (t) => ({
    baseEntityType: t.field({ type: EntityType, description: 'The type of the grouped entities.' }),
    groupingEntityType: t.field(required('The type that the entities are grouped under.', EntityType)),
  }),
});

const GroupingSpec = builder.inputType('GroupingSpec', {
  description:
    'Whether columns are results of searches across lineage, or their datasets. Without effect on other searches.',
  fields: (t) => ({
    groupingCriteria: t.field({
      type: [GroupingCriterion],
      description: 'The types. Columns are results if none groups SCHEMA_FIELD under another type.',
    }),
  }),
});

const noEffect = { ...ignoredInput, description: 'No effect.' } as const;

export const SearchFlags = builder.inputType('SearchFlags', {
  description: "What a search includes and computes. Most of DataHub's flags have no effect.",
  fields: (t) => ({
    includeSoftDeleted: t.boolean({
      description:
        'Whether soft-deleted entities are found too. A condition on `removed` overrides this flag.',
    }),
    maxAggValues: t.int({ description: 'The maximum number of values of a facet. Default: 20.' }),
    estimateTotal: t.boolean({
      description:
        'Whether `total` may be an estimate if more than 10,000 entities match. `totalIsEstimate` says so. DataHub has ' +
        'no such flag.',
    }),
    forgiving: t.boolean({
      description:
        'Whether a query of words that finds nothing is replaced with one that is near to it (docs/search.md), which ' +
        '`relaxed` tells. Without effect on scrolls. Default: true. DataHub has no such flag.',
    }),
    skipAggregates: t.boolean({ description: 'Whether to leave out `facets`, which is then null.' }),
    skipHighlighting: t.boolean({
      description: 'Whether to leave out `matchedFields`, which is then empty.',
    }),
    skipCache: t.boolean({ ...ignoredInput, description: 'No effect: nothing is cached.' }),
    fulltext: t.boolean({ ...ignoredInput, description: 'No effect: words are always searched.' }),
    getSuggestions: t.boolean({ ...ignoredInput, description: 'No effect: there are no suggestions.' }),
    includeRestricted: t.boolean({
      ...ignoredInput,
      description: 'No effect: callers may read what they find.',
    }),
    includeStructuredPropertyFacets: t.boolean(noEffect),
    filterNonLatestVersions: t.boolean(noEffect),
    includeExplain: t.boolean(noEffect),
    includeHiddenLifecycleStages: t.boolean({
      ...ignoredInput,
      description: 'No effect: no stage is hidden.',
    }),
    includeDraft: t.boolean({ ...ignoredInput, description: 'No effect: there are no drafts.' }),
    customHighlightingFields: t.stringList(noEffect),
    fetchExtraFields: t.stringList({
      ...ignoredInput,
      description: 'No effect: `extraProperties` is always empty.',
    }),
    searchType: t.string(noEffect),
    minScore: t.float({
      ...ignoredInput,
      description: 'Refused: scores order the results and do not select them.',
    }),
    groupingSpec: t.field({
      type: GroupingSpec,
      description: 'How results are grouped. Default: columns under their datasets.',
    }),
  }),
});

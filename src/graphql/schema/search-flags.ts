import { builder } from './builder.js';
import { ignoredInput } from './datahub-only.js';
import { EntityType } from './entity-type.js';

const GroupingCriterion = builder.inputType('GroupingCriterion', {
  description: 'A type of entities and the one that they are grouped under, in DataHub.',
  fields: (t) => ({
    baseEntityType: t.field({ type: EntityType, description: 'The type of what is grouped.' }),
    groupingEntityType: t.field({
      type: EntityType,
      required: true,
      description: 'The type of what it is grouped under.',
    }),
  }),
});

const GroupingSpec = builder.inputType('GroupingSpec', {
  description: 'How DataHub groups what it finds. Nothing is grouped here.',
  fields: (t) => ({
    groupingCriteria: t.field({ type: [GroupingCriterion], description: 'The types. Without effect.' }),
  }),
});

const noEffect = { ...ignoredInput, description: 'Accepted without effect.' } as const;

export const SearchFlags = builder.inputType('SearchFlags', {
  description: 'What a search includes and computes. Most of the flags of DataHub have no meaning here.',
  fields: (t) => ({
    includeSoftDeleted: t.boolean({
      description: 'Whether soft-deleted entities are found, too. A condition on `removed` decides alone.',
    }),
    maxAggValues: t.int({ description: 'How many values a facet has at most. Default: 20.' }),
    skipAggregates: t.boolean({ description: 'Whether `facets` is null.' }),
    skipHighlighting: t.boolean({ description: 'Whether `matchedFields` is empty.' }),
    skipCache: t.boolean({ ...ignoredInput, description: 'Without effect: nothing is cached.' }),
    fulltext: t.boolean({ ...ignoredInput, description: 'Without effect: words are always searched.' }),
    getSuggestions: t.boolean({ ...ignoredInput, description: 'Without effect: there are no suggestions.' }),
    includeRestricted: t.boolean({
      ...ignoredInput,
      description: 'Without effect: callers may read what they find.',
    }),
    includeStructuredPropertyFacets: t.boolean(noEffect),
    filterNonLatestVersions: t.boolean(noEffect),
    includeExplain: t.boolean(noEffect),
    includeHiddenLifecycleStages: t.boolean({
      ...ignoredInput,
      description: 'Without effect: no stage is hidden.',
    }),
    includeDraft: t.boolean({ ...ignoredInput, description: 'Without effect: there are no drafts.' }),
    customHighlightingFields: t.stringList(noEffect),
    fetchExtraFields: t.stringList({
      ...ignoredInput,
      description: 'Without effect: `extraProperties` is empty.',
    }),
    searchType: t.string(noEffect),
    minScore: t.float({
      ...ignoredInput,
      description: 'Refused: scores order what is found, and select nothing.',
    }),
    groupingSpec: t.field({ type: GroupingSpec, ...noEffect }),
  }),
});

import type { LineageHit, LineageResults } from '../../lineage/search.js';
import { builder, type InputFieldBuilder } from './builder.js';
import { emptyField, ignoredInput } from './datahub-only.js';
import { EntityType } from './entity-type.js';
import { AndFilterInput } from './facet-filter.js';
import { FacetMetadata } from './facets.js';
import { nonNull, required } from './kit.js';
import { lineageRequest } from './lineage-input.js';
import { EntityPath, LineageDirection } from './lineage-types.js';
import { defaultCount, filtersField, typesField, viewField } from './search.js';
import { SearchFlags } from './search-flags.js';
import { type HitFieldBuilder, type HitView, hitFields } from './search-hit.js';
import { type Shown, showHits, shownBy } from './search-result.js';
import { SearchSortInput } from './search-sort.js';

const EntityTypeToPlatforms = builder.inputType('EntityTypeToPlatforms', {
  description: 'Entities that cost no hop.',
  fields: (t) => ({
    entityType: t.field(required('The type of the entities.', EntityType)),
    platforms: t.stringList({
      description: 'The platforms of the entities, as URNs or names. Default: all.',
    }),
  }),
});

const fromTime = (t: InputFieldBuilder) =>
  t.field({
    type: 'Long',
    description:
      'Leaves out edges that were last changed before this time, in milliseconds since the epoch. Edges without a time ' +
      'are always in.',
  });
const toTime = (t: InputFieldBuilder) =>
  t.field({ type: 'Long', description: 'Leaves out edges that were last changed after this time.' });

const LineageFlags = builder.inputType('LineageFlags', {
  description: 'How lineage is followed.',
  fields: (t) => ({
    entitiesExploredPerHopLimit: t.int({
      description: 'How many results of each hop are followed further: the first by URN. Default: all.',
    }),
    startTimeMillis: fromTime(t),
    endTimeMillis: toTime(t),
    ignoreAsHops: t.field({ type: [EntityTypeToPlatforms], description: 'Entities that cost no hop.' }),
  }),
});

const startField = (t: InputFieldBuilder) =>
  t.string({ description: 'The entity or the column to start from. Required.' });

const directionField = (t: InputFieldBuilder) =>
  t.field(
    required('What is found: what the start is derived from, or what is derived from it.', LineageDirection),
  );

/** What the searches across lineage take. */
const lineageFields = (t: InputFieldBuilder) => ({
  urn: startField(t),
  direction: directionField(t),
  types: typesField(t),
  query: t.string({ description: 'Words, or `*` for everything (docs/search.md). Default: everything.' }),
  count: t.int({ description: `The size of the page. Default: ${defaultCount}.` }),
  orFilters: t.field({
    type: [AndFilterInput],
    description: 'At least one filter must match. The field `degree` has the values `1`, `2` and `3+`.',
  }),
  startTimeMillis: fromTime(t),
  endTimeMillis: toTime(t),
  searchFlags: t.field({ type: SearchFlags, description: 'What the search includes and computes.' }),
  lineageFlags: t.field({ type: LineageFlags, description: 'How lineage is followed.' }),
});

const SearchAcrossLineageInput = builder.inputType('SearchAcrossLineageInput', {
  description: 'A search among the lineage of an entity or a column.',
  fields: (t) => ({
    ...lineageFields(t),
    start: t.int({ description: 'The number of results to skip. Default: 0.' }),
    filters: filtersField(t),
    viewUrn: viewField(t),
    sortInput: t.field({
      type: SearchSortInput,
      description: 'The order. Default: nearest first, then by URN.',
    }),
  }),
});

const ScrollAcrossLineageInput = builder.inputType('ScrollAcrossLineageInput', {
  description: 'A search among the lineage of an entity or a column, and where to continue.',
  fields: (t) => ({
    ...lineageFields(t),
    scrollId: t.string({ description: 'The `nextScrollId` of the previous page. Default: the first page.' }),
    keepAlive: t.string({
      ...ignoredInput,
      description: 'No effect: the server keeps no state for a scroll.',
    }),
  }),
});

const SchemaFieldValidationMode = builder.enumType('SchemaFieldValidationMode', {
  description: 'Whether columns are counted that the schemas of their datasets do not have.',
  values: {
    NONE: { description: 'They are counted.' },
    AUTO: { description: 'They are not counted.' },
    ALWAYS: { description: 'They are not counted.' },
  } as const,
});

const SearchAcrossLineageCountsInput = builder.inputType('SearchAcrossLineageCountsInput', {
  description: 'The lineage to count.',
  fields: (t) => ({
    urn: t.string(required('The entity or the column to start from.')),
    direction: directionField(t),
    types: typesField(t),
    orFilters: t.field({ type: [AndFilterInput], description: 'At least one filter must match.' }),
    lineageFlags: t.field({ type: LineageFlags, description: 'How lineage is followed.' }),
    includeGhostEntities: t.boolean({
      description: 'Whether entities and columns are counted that were never ingested. Default: false.',
    }),
    includeSoftDeleted: t.boolean({
      description: 'Whether soft-deleted entities are counted. Default: false.',
    }),
    validateSchemaFields: t.field({
      type: SchemaFieldValidationMode,
      defaultValue: 'AUTO',
      description:
        'Whether columns are looked up in their schemas. Without effect with `includeGhostEntities`.',
    }),
  }),
});

/** What DataHub's documents select and this catalog never has. */
const FreshnessStats = builder.objectRef<never>('FreshnessStats').implement({
  description: 'In DataHub, how old cached lineage is. Never returned.',
  fields: (t) => ({ cached: t.boolean({ description: 'Whether it is cached.', resolve: () => false }) }),
});

const LineageSearchPath = builder.enumType('LineageSearchPath', {
  description: 'In DataHub, how lineage was searched. Never returned.',
  values: { TORTOISE: { description: 'Hop by hop.' }, LIGHTNING: { description: 'At once.' } } as const,
});

type ResultView = LineageHit & HitView;

const SearchAcrossLineageResult = builder.objectRef<ResultView>('SearchAcrossLineageResult').implement({
  description: 'An entity or a column in the lineage of another one.',
  fields: (t) => ({
    ...hitFields(t as unknown as HitFieldBuilder),
    paths: t.field({
      type: [EntityPath],
      nullable: { list: false, items: true },
      description:
        'One of the shortest paths from the start to the result. The path of a dataset that stands for its columns ends ' +
        'with a column.',
      resolve: ({ path }) => [path()],
    }),
    degree: t.exposeInt('degree', nonNull('The number of hops from the start.')),
    degrees: t.intList({
      description: 'The degree, as a list.',
      resolve: ({ degree }) => [degree],
    }),
    explored: t.exposeBoolean(
      'isExplored',
      nonNull('Whether the lineage of the result was followed further.'),
    ),
    truncatedChildren: t.exposeBoolean(
      'isTruncated',
      nonNull('Whether `entitiesExploredPerHopLimit` left out the lineage of the result.'),
    ),
    ignoredAsHop: t.exposeBoolean('isIgnored', nonNull('Whether the result cost no hop (`ignoreAsHops`).')),
  }),
});

type ShownLineage<Page extends LineageResults = LineageResults> = Omit<Shown, 'page'> & {
  readonly page: Page;
};

type FieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, ShownLineage>;

const resultFields = (t: FieldBuilder) => ({
  count: t.int({ ...nonNull('The requested page size.'), resolve: ({ page }) => page.count }),
  total: t.int({ ...nonNull('The number of results on all pages.'), resolve: ({ page }) => page.total }),
  searchResults: t.field({
    ...nonNull('The page.', [SearchAcrossLineageResult]),
    resolve: (shown, _, context, info) => showHits(shown, ({ entityUrn }) => entityUrn, context, info),
  }),
  facets: t.field({
    type: [FacetMetadata],
    description:
      'The most frequent values among all results; of columns, among their datasets. Computed only if selected.',
    resolve: ({ page, maxValues }) => (maxValues === null ? null : page.facets(null, maxValues)),
  }),
  freshness: t.field({
    type: FreshnessStats,
    ...emptyField,
    description: 'Always null: lineage is never cached.',
    resolve: () => null,
  }),
  isPartial: t.boolean({
    description: 'Whether a limit left out results (docs/lineage.md, "Bounds").',
    resolve: ({ page }) => page.isPartial,
  }),
});

const SearchAcrossLineageResults = builder
  .objectRef<ShownLineage<LineageResults & { readonly start: number }>>('SearchAcrossLineageResults')
  .implement({
    description: 'A page of the lineage of an entity or a column.',
    fields: (t) => ({
      start: t.int({ ...nonNull('The number of skipped results.'), resolve: ({ page }) => page.start }),
      ...resultFields(t as unknown as FieldBuilder),
      lineageSearchPath: t.field({
        type: LineageSearchPath,
        ...emptyField,
        description: 'Always null.',
        resolve: () => null,
      }),
    }),
  });

const ScrollAcrossLineageResults = builder
  .objectRef<ShownLineage<LineageResults & { readonly nextScrollId: string | null }>>(
    'ScrollAcrossLineageResults',
  )
  .implement({
    description: 'A page of the lineage of an entity or a column.',
    fields: (t) => ({
      nextScrollId: t.string({
        description: 'The `scrollId` of the next request. Null on the last page.',
        resolve: ({ page }) => page.nextScrollId,
      }),
      ...resultFields(t as unknown as FieldBuilder),
    }),
  });

const SearchAcrossLineageCounts = builder.objectRef<number>('SearchAcrossLineageCounts').implement({
  description: 'How many entities or columns are in the lineage of another one.',
  fields: (t) => ({ total: t.int({ ...nonNull('The number.'), resolve: (total) => total }) }),
});

builder.queryFields((t) => ({
  searchAcrossLineage: t.field({
    type: SearchAcrossLineageResults,
    description: 'Finds entities or columns in the lineage of another one (docs/lineage.md).',
    args: { input: t.arg(required('The search.', SearchAcrossLineageInput)) },
    resolve: async (_, { input }, { services, actor }) => {
      const page = { start: input.start, count: input.count };
      return {
        ...shownBy(input.searchFlags),
        page: await services.lineage.search(actor, lineageRequest(input), page),
      };
    },
  }),
  scrollAcrossLineage: t.field({
    type: ScrollAcrossLineageResults,
    description: 'Finds entities or columns in the lineage of another one, page by page.',
    args: { input: t.arg(required('The search, and where to continue.', ScrollAcrossLineageInput)) },
    resolve: async (_, { input }, { services, actor }) => {
      const page = { scrollId: input.scrollId, count: input.count };
      return {
        ...shownBy(input.searchFlags),
        page: await services.lineage.scroll(actor, lineageRequest(input), page),
      };
    },
  }),
  searchAcrossLineageCounts: t.field({
    type: SearchAcrossLineageCounts,
    description: 'Counts entities or columns in the lineage of another one.',
    args: { input: t.arg(required('The lineage to count.', SearchAcrossLineageCountsInput)) },
    resolve: (_, { input }, { services, actor }) => {
      // Columns are counted one by one, as DataHub counts them.
      const searchFlags = {
        includeSoftDeleted: input.includeSoftDeleted,
        groupingSpec: { groupingCriteria: [] },
      };
      return services.lineage.count(actor, lineageRequest({ ...input, searchFlags }), {
        includesGhosts: input.includeGhostEntities ?? false,
        inSchemas: input.validateSchemaFields !== 'NONE',
      });
    },
  }),
}));

import type { GraphQLResolveInfo } from 'graphql';
import { badRequest } from '../../core/errors.js';
import { defaultMaxValues } from '../../search/facet.js';
import type { Results } from '../../search/search.js';
import type { builder, Context } from './builder.js';
import { FacetMetadata } from './facets.js';
import { nonNull } from './kit.js';
import { readsEntitiesIn } from './referenced-entity.js';
import { type HitView, SearchResult } from './search-hit.js';
import type { Flags } from './search-request.js';

/** A page, and what its request says about what is computed of it. */
export interface Shown<Page extends Results = Results> {
  readonly page: Page;
  /** Null: no facets. */
  readonly maxValues: number | null;
  readonly highlights: boolean;
}

export const shownBy = (flags: Flags | null | undefined): Omit<Shown, 'page'> => ({
  maxValues: flags?.skipAggregates ? null : (flags?.maxAggValues ?? defaultMaxValues),
  highlights: !flags?.skipHighlighting,
});

/** How many entities a page has at most if they are read. Programs that read whole catalogs ask for URNs only. */
const maxEntities = 1_000;
/** About how many characters an entity that is read has beside its URN. */
const entityBytes = 1_024;

/**
 * Returns the results of a page with what each shows of it.
 *
 * @param findEntity returns the entity that was searched, which differs from a result that is a column
 * @throws BAD_REQUEST
 */
export function showHits<One extends { readonly urn: string }>(
  { page, highlights }: ShownHits<One>,
  findEntity: (hit: One) => string,
  { answer }: Context,
  info: GraphQLResolveInfo,
): readonly (One & HitView)[] {
  const reads = readsEntitiesIn('entity', info);
  if (reads && page.count > maxEntities)
    throw badRequest(
      `count is ${page.count}; at most ${maxEntities} are allowed if more than urn and type of the entities is selected`,
    );
  const hits = page.hits.map((hit) => ({
    ...hit,
    matchedFields: async () => (highlights ? ((await page.matchedFields()).get(findEntity(hit)) ?? []) : []),
  }));
  const bytesIn = ({ urn }: HitView) => urn.length + (reads ? entityBytes : 0);
  return answer.addList(hits, info, { bytesIn, uncounted: true });
}

/** What results are shown from. */
interface ShownHits<One> extends Pick<Shown, 'highlights'> {
  readonly page: Pick<Results, 'matchedFields' | 'count'> & { readonly hits: readonly One[] };
}

type FieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Shown>;

/** The fields of every page of results. */
export const resultFields = (t: FieldBuilder) => ({
  count: t.int({
    ...nonNull('The requested page size.'),
    resolve: ({ page }) => page.count,
  }),
  total: t.int({
    ...nonNull('The number of matching entities. Counted only if selected.'),
    resolve: async ({ page }) => (await page.total()).count,
  }),
  totalIsEstimate: t.boolean({
    ...nonNull('Whether `total` is an estimate, which only `estimateTotal` of `searchFlags` allows.'),
    resolve: async ({ page }) => (await page.total()).isEstimate,
  }),
  searchResults: t.field({
    ...nonNull('The page.', [SearchResult]),
    resolve: (shown, _, context, info) => showHits(shown, ({ urn }) => urn, context, info),
  }),
  facets: t.field({
    type: [FacetMetadata],
    description: 'The most frequent values among all matching entities. Computed only if selected.',
    resolve: ({ page, maxValues }) => (maxValues === null ? null : page.facets(null, maxValues)),
  }),
});

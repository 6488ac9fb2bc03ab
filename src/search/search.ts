import type { Actor } from '../core/actor.js';
import { checkPage, maxRowsBefore, type Page } from '../core/pagination.js';
import { warn } from '../core/warn.js';
import type { Database } from '../db/database.js';
import { once } from '../scheduling/shared.js';
import type { Visibility } from '../visibility/visibility.js';
import { autoComplete, shownNames } from './auto-complete.js';
import { candidateStore } from './auto-complete-store.js';
import { countsStore } from './counts/counts-store.js';
import { hasNamesIndex } from './documents/names-index-store.js';
import { checkFacets, checkMaxValues, type Facet } from './facet.js';
import { facetsStore } from './facets-store.js';
import { type Fact, factReads } from './facts.js';
import { forgiving, type Relaxed } from './forgive.js';
import { warnWhileIncomplete } from './incomplete.js';
import { limitedRead } from './limited-read.js';
import type { MatchedField } from './matched.js';
import { matchedStore } from './matched-store.js';
import { notAllRanked, rankedStore } from './ranked-store.js';
import type { SearchRequest } from './request.js';
import { type Found, resultsStore } from './results-store.js';
import { parsePosition, type ScrollPosition, toScrollId } from './scroll-id.js';
import { isSortedByIndex, sortedPages } from './sorted-store.js';
import { tagPages } from './tag-pages-store.js';
import { type Total, totals } from './total.js';
import { totalStore } from './total-store.js';
import { visibleValues } from './visible-values.js';
import { type TagsOfWords, tagsForWords } from './words-store.js';

export interface Hit {
  readonly urn: string;
  readonly score: number;
}

/** A page of what a request finds. What else there is to know of it is read only when it is called for, once. */
export interface Results {
  readonly count: number;
  readonly hits: readonly Hit[];
  /** The number of matching entities on all pages. */
  total(): Promise<Total>;
  /** Counts of values over all matches. @param fields null: DataHub's default facets @throws BAD_REQUEST */
  facets(fields: readonly string[] | null, maxValues: number): Promise<Facet[]>;
  /** Why each hit of the page is found. */
  matchedFields(): Promise<ReadonlyMap<string, readonly MatchedField[]>>;
}

/** A page by its position. */
export interface PlacedResults extends Results {
  readonly start: number;
  /** What is found in place of what the request asks for; null: the request as it is. */
  readonly relaxed: Relaxed | null;
}

type Given<T> = T | null | undefined;

interface GivenPage {
  readonly start?: Given<number>;
  readonly count?: Given<number>;
}

interface Deps {
  readonly db: Pick<Database, 'read' | 'limited'>;
  readonly visibility: Visibility;
  readonly pageSizeMax: number;
  readonly scrollSizeMax: number;
}

const defaultCount = 10;

export type Searches = ReturnType<typeof searches>;

/**
 * Finds the entities with a document that the caller may see. There is no state between requests, so the next request
 * finds a write.
 */
export function searches({ db, visibility, pageSizeMax, scrollSizeMax }: Deps) {
  const counts = countsStore(db);
  const [readResults, facets, matched] = [resultsStore(db), facetsStore(db, counts), matchedStore(db)];
  const total = totalStore(db);
  const [findLastRanked, readTotal] = [rankedStore(db, total), totals(counts, total)];
  const [tagPage, sortedPage] = [tagPages(db), sortedPages(db)];
  const readFacts = factReads(db);

  const visible = visibleValues(visibility);

  const limited = limitedRead(db);
  const warnIncomplete = warnWhileIncomplete(db.read);
  const run: typeof limited = async (actor, work) => {
    await warnIncomplete(actor);
    return limited(actor, work);
  };
  const store = candidateStore(db);
  let hasIndex = false;
  const relax = forgiving({
    matches: (actor, request) =>
      limited(actor, async () => {
        const tags = await resolveTags(actor, request);
        return (await total.atMost(1, actor, request, tags)) > 0;
      }),
    async readNames(actor, request, patterns) {
      // Without the index, all names would be read.
      hasIndex ||= await hasNamesIndex(db.read);
      if (!hasIndex) return [];
      const read = () => store.like(actor, request, patterns, shownNames);
      const found = await limited(actor, async () => visible.candidates(actor, await read()));
      return found.flatMap(({ values }) => values);
    },
  });

  const resolveTags = (actor: Actor, { query }: SearchRequest) =>
    tagsForWords(db.read, query, { deadline: actor.deadline });

  function withLimit(actor: Actor, request: SearchRequest): SearchRequest {
    const limit = visibility.limit(actor);
    return limit ? { ...request, limit } : request;
  }

  /** Returns a page, and what else there is to know of its request. */
  async function readPage(actor: Actor, given: SearchRequest, page: Page, after: ScrollPosition | null) {
    const request = withLimit(actor, given);
    await warnIncomplete(actor);
    const toPage = (found: readonly Found[], tags: TagsOfWords, lastRanked: string | null) => ({
      ...{ found, lastRanked },
      results: toResults(actor, request, tags, found),
    });
    const isFirst = page.start === 0 && after === null;
    const shared = isFirst && (await tagPage(actor, request, page.count));
    if (shared) return toPage(shared, new Map(), null);
    if (isSortedByIndex(request)) {
      const found = await limited(actor, () => sortedPage(actor, request, page, after));
      return toPage(found, new Map(), null);
    }
    return limited(actor, async () => {
      const tags = await resolveTags(actor, request);
      const lastRanked =
        after?.lastRanked ?? (after || page.count === 0 ? null : await findLastRanked(actor, request, tags));
      if (lastRanked !== null) warn(actor, notAllRanked);
      const found = await readResults(actor, { request, tags, lastRanked }, page, after);
      return toPage(found, tags, lastRanked);
    });
  }

  function toResults(
    actor: Actor,
    request: SearchRequest,
    tags: TagsOfWords,
    found: readonly Found[],
  ): Omit<Results, 'count'> {
    const counted = new Map<string, Promise<Facet[]>>();
    return {
      hits: found.map(({ urn, score }) => ({ urn, score: score ?? 1 })),
      total: once(() => run(actor, () => readTotal(actor, request, tags))),
      matchedFields: once(() => {
        const urns = found.map(({ urn }) => urn);
        return run(actor, async () => visible.matched(actor, await matched(actor, request, tags, urns)));
      }),
      async facets(fields, maxValues) {
        const wanted = [checkFacets(fields), checkMaxValues(maxValues)] as const;
        const key = JSON.stringify([fields, maxValues]);
        if (!counted.has(key))
          counted.set(
            key,
            run(actor, async () =>
              visible.facets(actor, await facets.facets(actor, request, tags, ...wanted)),
            ),
          );
        return counted.get(key)!;
      },
    };
  }

  async function searchPage(
    actor: Actor,
    given: SearchRequest,
    page: GivenPage,
    sizeMax: number,
  ): Promise<PlacedResults> {
    const request = withLimit(actor, given);
    const size = page.count ?? Math.min(defaultCount, pageSizeMax);
    const checked = checkPage(page.start, size, sizeMax, maxRowsBefore);
    const exact = await readPage(actor, request, checked, null);
    const relaxed = request.forgives && exact.found.length === 0 ? await relax(actor, request) : null;
    if (relaxed === null) return { ...checked, ...exact.results, relaxed };
    const { results } = await readPage(actor, { ...request, query: relaxed.query }, checked, null);
    return { ...checked, ...results, relaxed };
  }

  return {
    /** @throws BAD_REQUEST */
    search: (actor: Actor, request: SearchRequest, page: GivenPage) =>
      searchPage(actor, request, page, pageSizeMax),

    /** The results are URNs alone, so a page may be as long as a page of a scroll. @throws BAD_REQUEST */
    urns: (actor: Actor, request: SearchRequest, page: GivenPage) =>
      searchPage(actor, request, page, Math.max(pageSizeMax, scrollSizeMax)),

    /**
     * Returns the page after that of a scroll id, without entities that have been deleted in the meantime. An entity
     * that exists during the whole scroll with unchanged sort values is on exactly one page.
     *
     * @returns `nextScrollId` null when the page is not full
     * @throws BAD_REQUEST
     */
    async scroll(
      actor: Actor,
      request: SearchRequest,
      page: { scrollId?: Given<string>; count?: Given<number> },
    ): Promise<Results & { readonly nextScrollId: string | null }> {
      const size = page.count ?? Math.min(defaultCount, scrollSizeMax);
      const { count } = checkPage(0, size, scrollSizeMax);
      const after = page.scrollId ? parsePosition(request, page.scrollId) : null;
      const { found, lastRanked, results } = await readPage(actor, request, { start: 0, count }, after);
      const last = found.length === count ? found.at(-1) : undefined;
      const nextScrollId = last ? toScrollId(request, last, lastRanked) : null;
      return { count, nextScrollId, ...results };
    },

    /**
     * Finds those of some entities that match: all of them, by the request's order or else by their URNs.
     *
     * @returns `urns`, and a function that returns a page of them with what else there is to know of all
     * @throws BAD_REQUEST
     */
    async among(
      actor: Actor,
      given: SearchRequest,
      urns: readonly string[],
    ): Promise<{ urns: readonly string[]; page(urns: readonly string[]): Omit<Results, 'count'> }> {
      const request = withLimit(actor, { ...given, among: urns });
      await warnIncomplete(actor);
      return limited(actor, async () => {
        const tags = await resolveTags(actor, request);
        const all = { start: 0, count: urns.length };
        const found = await readResults(actor, { request, tags, lastRanked: null }, all, null);
        const byUrn = new Map(found.map((one) => [one.urn, one]));
        return {
          urns: found.map(({ urn }) => urn),
          page: (wanted) =>
            toResults(
              actor,
              request,
              tags,
              wanted.map((urn) => byUrn.get(urn)!),
            ),
        };
      });
    },

    /** Returns counts of values alone. @param fields null: DataHub's default facets @throws BAD_REQUEST */
    aggregate: async (
      actor: Actor,
      given: SearchRequest,
      fields: readonly string[] | null,
      maxValues: number,
    ): Promise<Facet[]> => {
      const wanted = [checkFacets(fields), checkMaxValues(maxValues)] as const;
      const request = withLimit(actor, given);
      const count = (request: SearchRequest) =>
        run(actor, async () => {
          const tags = await resolveTags(actor, request);
          return visible.facets(actor, await facets.facets(actor, request, tags, ...wanted));
        });
      const exact = await count(request);
      if (!request.forgives || exact.some(({ aggregations }) => aggregations.length > 0)) return exact;
      const relaxed = await relax(actor, request);
      return relaxed ? count({ ...request, query: relaxed.query }) : exact;
    },

    /** Returns fields of one entity, which is found by its key. @throws BAD_REQUEST */
    facts: async (actor: Actor, urn: string, fields: readonly string[]): Promise<Fact[]> => {
      await warnIncomplete(actor);
      return visible.facts(actor, urn, await readFacts(urn, fields));
    },

    autoComplete: autoComplete({ run, store, withLimit, visible }),
  };
}

import { compareBytes } from '../aspects/byte-order.js';
import type { Actor } from '../core/actor.js';
import { placeUrn } from '../core/column-urn.js';
import { checkPage, maxRowsBefore } from '../core/pagination.js';
import { getEntityType } from '../core/urn.js';
import { lineageTypes } from '../datahub/lineage.js';
import { once } from '../scheduling/shared.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import type { Rule, SearchRequest } from '../search/request.js';
import type { Results, Searches } from '../search/search.js';
import { takeDegrees } from './degrees.js';
import type { FactStore } from './fact-store.js';
import { ignoring, type LineageSearch, toStart } from './input.js';
import { type LineagePosition, parsePosition, toScrollId } from './scroll-id.js';
import { listPath, type Walk, type WalkNode } from './walk.js';

/** An entity or column in the lineage of another one. */
export interface LineageHit {
  /** Of the entity; of a column, DataHub's schemaField. */
  readonly urn: string;
  /** The entity that was searched: of a column, its dataset. */
  readonly entityUrn: string;
  readonly degree: number;
  /** From the start to the result; of a dataset that stands for its columns, to the column. */
  readonly path: () => readonly string[];
  readonly isExplored: boolean;
  readonly isTruncated: boolean;
  readonly isIgnored: boolean;
}

export interface LineageResults {
  readonly count: number;
  readonly hits: readonly LineageHit[];
  readonly total: number;
  /** Whether a bound of the walk has left out results. */
  readonly isPartial: boolean;
  /** Of the entities of all hits. */
  readonly facets: Results['facets'];
  readonly matchedFields: Results['matchedFields'];
}

type Given<T> = T | null | undefined;

interface SearchDeps {
  readonly walk: Walk;
  readonly facts: FactStore;
  readonly searches: Pick<Searches, 'among'>;
  readonly pageSizeMax: number;
}

const defaultCount = 10;

/** Searches among what a walk reaches. */
export function lineageSearch({ walk, facts, searches, pageSizeMax }: SearchDeps) {
  /** Returns all results in order, nearest first unless the request sorts them. */
  async function find(actor: Actor, request: LineageSearch) {
    const start = toStart(request.urn);
    const { has, maxHops, filter } = takeDegrees(request.search.filter);
    const types = request.search.types?.length ? request.search.types : null;
    const ofColumns = start.fieldPath !== '' && !request.groupsColumns;
    const ignores = request.ignoreAsHops?.length ? ignoring(request.ignoreAsHops) : undefined;
    const walked = await walk(actor, start, { ...request, maxHops, ignores });
    const isWanted = ({ degree, fieldPath, urn }: WalkNode) =>
      has(degree) &&
      (types === null || types.includes(fieldPath === '' || !ofColumns ? getEntityType(urn) : 'schemaField'));
    const nodes = walked.nodes.filter(isWanted);
    const byEntity = await runInTurns(groupByEntity(nodes, start.urn, ofColumns), actor.deadline);
    const search = {
      ...request.search,
      filter,
      forgives: false,
      types: types?.map((type) => (type === 'schemaField' ? 'dataset' : type)) ?? [...lineageTypes],
    };
    const urns = [...byEntity.keys()];
    const plain = isPlain(search) ? await facts.existing(actor, urns, search) : null;
    const among = () => searches.among(actor, search, urns);
    const matches = plain === null ? await among() : { urns: [...plain], page: lateExtras(among) };
    const found = matches.urns.flatMap((urn) => byEntity.get(urn)!);
    const isRanked = search.sort.length > 0 || !isEverything(search.query);
    return {
      /** Those that exist and match, and others. */
      byEntity,
      nodes: isRanked ? found : await runInTurns(byDegree(found), actor.deadline),
      isRanked,
      isPartial: walked.isPartial,
      page: (of: readonly WalkNode[]) => matches.page([...new Set(of.map(({ urn }) => urn))]),
      toHit: (node: WalkNode) => toHit(node, ofColumns),
    };
  }

  type Found = Awaited<ReturnType<typeof find>>;

  function toResults({ nodes, isPartial, page, toHit }: Found, start: number, count: number): LineageResults {
    const shown = nodes.slice(start, start + count);
    const { facets, matchedFields } = page(shown);
    return { count, hits: shown.map(toHit), total: nodes.length, isPartial, facets, matchedFields };
  }

  return {
    /** Counts the results. @throws BAD_REQUEST */
    async count(
      actor: Actor,
      request: LineageSearch,
      { includesGhosts, inSchemas }: Counted,
    ): Promise<number> {
      const { nodes, byEntity } = await find(actor, request);
      if (includesGhosts) {
        const existing = await facts.existing(actor, [...byEntity.keys()], { includeSoftDeleted: true });
        const ghosts = [...byEntity].filter(([urn]) => !existing.has(urn));
        return ghosts.reduce((sum, [, found]) => sum + found.length, nodes.length);
      }
      const columns = nodes.filter(({ fieldPath }) => fieldPath !== '');
      if (!inSchemas || request.groupsColumns || columns.length === 0) return nodes.length;
      return nodes.length - columns.length + (await facts.inSchemas(actor, columns)).size;
    },

    /** @throws BAD_REQUEST */
    async search(
      actor: Actor,
      request: LineageSearch,
      page: { readonly start?: Given<number>; readonly count?: Given<number> },
    ): Promise<LineageResults & { readonly start: number }> {
      const size = page.count ?? Math.min(defaultCount, pageSizeMax);
      const { start, count } = checkPage(page.start, size, pageSizeMax, maxRowsBefore);
      return { start, ...toResults(await find(actor, request), start, count) };
    },

    /**
     * Returns the page after that of a scroll id. Each page walks again, so a result that is reached throughout the scroll
     * at the same degree is on exactly one page.
     *
     * @throws BAD_REQUEST
     */
    async scroll(
      actor: Actor,
      request: LineageSearch,
      page: { readonly scrollId?: Given<string>; readonly count?: Given<number> },
    ): Promise<LineageResults & { readonly nextScrollId: string | null }> {
      const size = page.count ?? Math.min(defaultCount, pageSizeMax);
      const { count } = checkPage(0, size, pageSizeMax);
      const after = page.scrollId ? parsePosition(request, page.scrollId) : null;
      const unsorted = { ...request, search: { ...request.search, sort: [] } };
      const found = await find(actor, unsorted);
      const nodes = found.isRanked
        ? await runInTurns(byDegree([...found.nodes].sort(byUrn)), actor.deadline)
        : found.nodes;
      const next = after === null ? 0 : nodes.findIndex((node) => isAfter(node, after));
      const first = next === -1 ? nodes.length : next;
      const results = toResults({ ...found, nodes }, first, count);
      const last = nodes[first + count - 1];
      const nextScrollId =
        last && first + count < nodes.length
          ? toScrollId(request, { degree: last.degree, key: toKey(last) })
          : null;
      return { ...results, nextScrollId };
    },
  };
}

/** What a count is of. */
interface Counted {
  /** Whether entities are counted that were never ingested, whatever the filter. */
  readonly includesGhosts: boolean;
  /** Whether columns are counted only if the schemas of their datasets have them. */
  readonly inSchemas: boolean;
}

/** Whether a search finds all entities that exist, perhaps without those that are soft-deleted. */
const isPlain = ({ query, filter, sort, includeSoftDeleted }: SearchRequest): boolean =>
  isEverything(query) &&
  sort.length === 0 &&
  (filter.length === 0 || (!includeSoftDeleted && filter.every((rules) => rules.every(leavesOutRemoved))));

/** As DataHub's SDK says what is the default. */
const leavesOutRemoved = ({ field, values, condition, negated }: Rule): boolean =>
  field === 'removed' && negated && condition === 'EQUAL' && values.join() === 'true';

type Extras = Pick<Results, 'facets' | 'matchedFields'>;

/** Searches only for what plain results do not have. */
function lateExtras(
  search: () => Promise<{ readonly page: (urns: readonly string[]) => Extras }>,
): (urns: readonly string[]) => Extras {
  const searched = once(search);
  return (urns) => ({
    facets: async (...given) => (await searched()).page(urns).facets(...given),
    matchedFields: async () => (await searched()).page(urns).matchedFields(),
  });
}

const isEverything = (query: string) => ['', '*'].includes(query.trim());

/** Returns what is found for each entity: itself, or its columns that were reached by their paths, or the nearest of these. */
function* groupByEntity(
  nodes: readonly WalkNode[],
  start: string,
  ofColumns: boolean,
): Steps<Map<string, WalkNode[]>> {
  const groups = new Map<string, WalkNode[]>();
  for (const node of nodes) {
    yield;
    // The other columns of the dataset of a column are not its lineage, unless an edge leads to them.
    if (node.urn === start && !ofColumns) continue;
    const known = groups.get(node.urn);
    if (known === undefined) groups.set(node.urn, [node]);
    else if (ofColumns) known.push(node);
    else if (isNearer(node, known[0]!)) known[0] = node;
  }
  for (const columns of groups.values()) {
    yield;
    columns.sort(byUrn);
  }
  return groups;
}

const isNearer = (one: WalkNode, other: WalkNode) =>
  one.degree === other.degree ? one.fieldPath < other.fieldPath : one.degree < other.degree;

/** Sorts nodes by their degrees, and leaves those of one degree in their order. */
function* byDegree(nodes: readonly WalkNode[]): Steps<WalkNode[]> {
  const byDegree = new Map<number, WalkNode[]>();
  for (const node of nodes) {
    yield;
    const same = byDegree.get(node.degree);
    if (same === undefined) byDegree.set(node.degree, [node]);
    else same.push(node);
  }
  const degrees = [...byDegree.keys()].sort((one, other) => one - other);
  return degrees.flatMap((degree) => byDegree.get(degree)!);
}

const byUrn = (one: WalkNode, other: WalkNode) => compareBytes(toKey(one), toKey(other));

const toKey = ({ urn, fieldPath }: WalkNode) => `${urn}\0${fieldPath}`;

function toHit(node: WalkNode, ofColumns: boolean): LineageHit {
  const path = () => listPath(node).map(placeUrn);
  const { degree, isExplored, isTruncated, isIgnored } = node;
  const urn = ofColumns ? placeUrn(node) : node.urn;
  return { urn, entityUrn: node.urn, degree, path, isExplored, isTruncated, isIgnored };
}

const isAfter = (node: WalkNode, { degree, key }: LineagePosition) =>
  node.degree > degree || (node.degree === degree && compareBytes(toKey(node), key) > 0);

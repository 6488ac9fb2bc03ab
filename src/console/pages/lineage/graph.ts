import { entityName } from '../../../client/named-entity.js';
import type { Neighborhood } from './request.js';

export type Direction = 'upstream' | 'downstream';
type Known = ReadonlyMap<string, Neighborhood>;

/** What of the lineage is shown. */
export interface Extent {
  /** Steps from the entity of the page. */
  readonly upstream: number;
  readonly downstream: number;
  /** Entities that are followed beyond those steps, by `expansion`. */
  readonly expanded: ReadonlySet<string>;
  /** Entities of a column, where they are more than `columnSize`. */
  readonly sizes: ReadonlyMap<number, number>;
}

export const columnSize = 8;
/** Entities that are shown at most. */
const maxShown = 240;
const maxLevel = 12;
/** Neighbors that are read beyond those that a column shows: some are left out. */
const spare = 12;

export const expansion = (direction: Direction, urn: string): string => `${direction} ${urn}`;

/** Entities at the same distance; negative levels are upstream. */
export interface Column {
  readonly level: number;
  readonly urns: readonly string[];
  /** Entities that are left out. */
  readonly more: number;
}

export interface Graph {
  /** From the furthest upstream to the furthest downstream. */
  readonly columns: readonly Column[];
  readonly edges: readonly (readonly [from: string, to: string])[];
  readonly levels: ReadonlyMap<string, number>;
  /** Entities that have to be read before they can be shown. */
  readonly missing: readonly string[];
}

/**
 * Whether a job is left out, because what is beyond it is a neighbor itself: ingestion records both that a job reads one
 * dataset and writes another, and that the second is made from the first.
 */
const isBetween = (urn: string, direction: Direction, neighbors: readonly string[], known: Known): boolean =>
  isJob(urn) && (known.get(urn)?.[direction].some((beyond) => neighbors.includes(beyond)) ?? false);

const isJob = (urn: string) => urn.startsWith('urn:li:dataJob:');

/** Returns the shown part of a lineage, as far as it is known. */
export function buildGraph(start: string, known: Known, extent: Extent): Graph {
  const levels = new Map([[start, 0]]);
  const missing: string[] = known.has(start) ? [] : [start];
  const walk = (direction: Direction, sign: 1 | -1): Column[] => {
    const columns: Column[] = [];
    let last: readonly string[] = [start];
    for (let step = 1; step <= maxLevel && levels.size < maxShown; step += 1) {
      const level = sign * step;
      const size = extent.sizes.get(level) ?? columnSize;
      const found = new Set<string>();
      for (const urn of last) {
        const neighbors = known.get(urn)?.[direction] ?? [];
        if (step > extent[direction] && !extent.expanded.has(expansion(direction, urn))) continue;
        for (const next of neighbors)
          if (!levels.has(next) && !isBetween(next, direction, neighbors, known)) found.add(next);
      }
      const candidates = [...found].sort((one, other) => Number(isJob(one)) - Number(isJob(other)));
      missing.push(...candidates.slice(0, size + spare).filter((urn) => !known.has(urn)));
      const urns = candidates.filter((urn) => known.has(urn)).slice(0, size);
      if (candidates.length === 0) break;
      for (const urn of urns) levels.set(urn, level);
      columns.push({ level, urns, more: candidates.length - urns.length });
      last = urns;
    }
    return columns;
  };
  const [upstream, downstream] = [walk('upstream', -1), walk('downstream', 1)];
  const own: Column = { level: 0, urns: known.has(start) ? [start] : [], more: 0 };
  const edges = findEdges(levels, known);
  const columns = [
    ...orderColumns(upstream, own, edges, known).reverse(),
    own,
    ...orderColumns(downstream, own, edges, known),
  ];
  return { columns, edges, levels, missing };
}

function findEdges(levels: ReadonlyMap<string, number>, known: Known): (readonly [string, string])[] {
  const edges = new Map<string, readonly [string, string]>();
  const add = (from: string, to: string) => {
    // Within a column, an edge would run through the entities between.
    if (levels.has(to) && levels.has(from) && levels.get(from)! < levels.get(to)!)
      edges.set(`${from}\n${to}`, [from, to]);
  };
  for (const urn of levels.keys()) {
    for (const next of known.get(urn)?.downstream ?? []) add(urn, next);
    for (const next of known.get(urn)?.upstream ?? []) add(next, urn);
  }
  return [...edges.values()];
}

/** Puts entities beside those of the column before that they are connected with, so that few edges cross. */
function orderColumns(
  columns: readonly Column[],
  own: Column,
  edges: Graph['edges'],
  known: Known,
): Column[] {
  const places = new Map(own.urns.map((urn, index) => [urn, index]));
  return columns.map((column) => {
    const place = new Map(
      column.urns.map((urn) => {
        const beside = edges.flatMap(([from, to]) =>
          from === urn ? (places.get(to) ?? []) : to === urn ? (places.get(from) ?? []) : [],
        );
        return [urn, beside.reduce((sum, each) => sum + each, 0) / Math.max(1, beside.length)];
      }),
    );
    const name = (urn: string) => entityName(known.get(urn)!.entity);
    const urns = [...column.urns].sort(
      (one, other) => place.get(one)! - place.get(other)! || name(one).localeCompare(name(other)),
    );
    for (const [index, urn] of urns.entries()) places.set(urn, index);
    return { ...column, urns };
  });
}

/** Whether an entity can be followed further: it is the last that is shown of its branch. */
export function canExpand(
  graph: Graph,
  known: Known,
  extent: Extent,
  urn: string,
  direction: Direction,
): boolean {
  const level = graph.levels.get(urn)!;
  const step = direction === 'upstream' ? -level : level;
  if (step < 0 || step + 1 <= extent[direction] || extent.expanded.has(expansion(direction, urn)))
    return false;
  return known.get(urn)![direction].some((next) => !graph.levels.has(next));
}

/** Returns the entities on the paths between an entity and that of the page. */
export function findPath({ edges, levels }: Graph, urn: string): ReadonlySet<string> {
  const path = new Set([urn]);
  const level = levels.get(urn) ?? 0;
  for (let size = 0; level !== 0 && size < path.size; ) {
    size = path.size;
    for (const [from, to] of edges) {
      if (level < 0 && path.has(from) && levels.get(to)! <= 0) path.add(to);
      if (level > 0 && path.has(to) && levels.get(from)! >= 0) path.add(from);
    }
  }
  return path;
}

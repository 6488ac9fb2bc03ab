import { type Direction, directions, nodeKey, type Reached, type Walk } from './walk.js';

export type Walks = Readonly<Record<Direction, Walk>>;

/** What of the lineage is drawn. */
export interface Extent {
  /** Hops from the entity of the page. */
  readonly upstream: number;
  readonly downstream: number;
  /** The keys of entities that are followed beyond those hops. */
  readonly expanded: ReadonlySet<string>;
}

/** The largest number of entities in a column; the others are in the list. */
export const columnSize = 8;

/** Entities at the same distance; negative levels are upstream. */
export interface Column {
  readonly level: number;
  readonly keys: readonly string[];
  /** How many entities at this distance are not drawn. */
  readonly more: number;
  /** Whether there can be more than these, because not all results were read. */
  readonly isOpen: boolean;
}

/** The entities that are drawn. */
export interface Drawn {
  /** From the furthest upstream to the furthest downstream. */
  readonly columns: readonly Column[];
  /** Of each entity, by key. */
  readonly levels: ReadonlyMap<string, number>;
  /** All but the start. */
  readonly reached: ReadonlyMap<string, Reached>;
  /** Entities whose lineage goes on beyond what is drawn. */
  readonly expandable: ReadonlySet<string>;
}

export interface Graph extends Drawn {
  /** In the direction of the data. */
  readonly edges: readonly (readonly [from: string, to: string])[];
}

/** The columns of one direction, the nearest first. */
interface Side {
  readonly columns: readonly Column[];
  readonly drawn: readonly Reached[];
  readonly expandable: readonly string[];
}

function groupByDegree({ nodes }: Walk): ReadonlyMap<number, readonly Reached[]> {
  const groups = new Map<number, Reached[]>();
  for (const node of nodes.values()) {
    const group = groups.get(node.degree);
    if (group) group.push(node);
    else groups.set(node.degree, [node]);
  }
  return groups;
}

/** Draws an entity only if the entity before it is drawn, so that each is connected with the start. */
function drawSide(direction: Direction, start: string, walk: Walk, extent: Extent): Side {
  const byDegree = groupByDegree(walk);
  const last = Math.max(0, ...byDegree.keys());
  const leadsOn = new Set([...walk.nodes.values()].map(({ from }) => from));
  const shown = new Set([start]);
  const drawn: Reached[] = [];
  const columns: Column[] = [];
  for (const [degree, nodes] of byDegree) {
    const isWithin = degree <= extent[direction];
    const wanted = nodes.filter(({ from }) => shown.has(from) && (isWithin || extent.expanded.has(from)));
    const chosen = [
      ...wanted.filter(({ key }) => leadsOn.has(key)),
      ...wanted.filter(({ key }) => !leadsOn.has(key)),
    ].slice(0, columnSize);
    const more = (isWithin ? nodes : wanted).length - chosen.length;
    if (chosen.length + more === 0) continue;
    drawn.push(...chosen);
    for (const { key } of chosen) shown.add(key);
    columns.push({
      level: direction === 'upstream' ? -degree : degree,
      keys: chosen.map(({ key }) => key),
      more,
      isOpen: walk.read < walk.total && degree >= last,
    });
  }
  const expandable = drawn
    .filter(({ key, degree }) => degree >= extent[direction] && leadsOn.has(key) && !extent.expanded.has(key))
    .map(({ key }) => key);
  return { columns, drawn, expandable };
}

/** Chooses the entities that are drawn. */
export function drawNodes(start: string, walks: Walks, extent: Extent): Drawn {
  const [upstream, downstream] = directions.map((direction) =>
    drawSide(direction, start, walks[direction], extent),
  ) as [Side, Side];
  const own: Column = { level: 0, keys: [start], more: 0, isOpen: false };
  const columns = [...upstream.columns.toReversed(), own, ...downstream.columns];
  return {
    columns,
    levels: new Map(columns.flatMap(({ level, keys }) => keys.map((key) => [key, level] as const))),
    reached: new Map([...upstream.drawn, ...downstream.drawn].map((node) => [node.key, node])),
    expandable: new Set([...upstream.expandable, ...downstream.expandable]),
  };
}

/**
 * Connects the entities that are drawn.
 *
 * @param upstreamOf what is one hop upstream of them, by URN: edges that are on none of the paths
 */
export function connect(
  start: string,
  drawn: Drawn,
  walks: Walks,
  upstreamOf: ReadonlyMap<string, readonly string[]>,
): Graph {
  const { levels, reached, columns } = drawn;
  const edges = new Map<string, readonly [string, string]>();
  const add = (from: string, to: string) => {
    // An edge against the direction of the columns would run through other entities.
    if (from !== to && levels.has(to) && levels.has(from) && levels.get(from)! <= levels.get(to)!)
      edges.set(`${from}\n${to}`, [from, to]);
  };
  for (const [near, far] of walks.upstream.steps) add(far, near);
  for (const [near, far] of walks.downstream.steps) add(near, far);
  for (const [key, level] of levels)
    for (const urn of upstreamOf.get(reached.get(key)?.urn ?? start) ?? [])
      add(urn === start ? start : nodeKey(level <= 0 ? 'upstream' : 'downstream', urn), key);
  const all = [...edges.values()];
  return { ...drawn, edges: all, columns: orderColumns(columns, all) };
}

/** Puts entities beside those nearer to the start that they are connected with, so that few edges cross. */
function orderColumns(columns: readonly Column[], edges: Graph['edges']): Column[] {
  const places = new Map<string, number>();
  const order = (column: Column): Column => {
    const place = (key: string) => {
      const beside = edges.flatMap(([from, to]) =>
        from === key ? (places.get(to) ?? []) : to === key ? (places.get(from) ?? []) : [],
      );
      return beside.reduce((sum, each) => sum + each, 0) / Math.max(1, beside.length);
    };
    const sorted = column.keys
      .map((key) => [key, place(key)] as const)
      .sort(([, one], [, other]) => one - other);
    for (const [index, [key]] of sorted.entries()) places.set(key, index);
    return { ...column, keys: sorted.map(([key]) => key) };
  };
  const middle = columns.findIndex(({ level }) => level === 0);
  const start = order(columns[middle]!);
  const upstream = columns.slice(0, middle).toReversed().map(order).reverse();
  return [...upstream, start, ...columns.slice(middle + 1).map(order)];
}

/** Returns the entities on the paths between an entity and that of the page. */
export function findPath({ edges, levels }: Graph, key: string): ReadonlySet<string> {
  const path = new Set([key]);
  const level = levels.get(key) ?? 0;
  for (let size = 0; level !== 0 && size < path.size; ) {
    size = path.size;
    for (const [from, to] of edges) {
      if (level < 0 && path.has(from) && levels.get(to)! <= 0) path.add(to);
      if (level > 0 && path.has(to) && levels.get(from)! >= 0) path.add(from);
    }
  }
  return path;
}

/** Returns the place in the list of the first entity of a column that is not drawn. */
export function firstHidden(walk: Walk, { levels }: Drawn, level: number): number {
  const index = [...walk.nodes.values()].findIndex(
    ({ key, degree }) => degree === Math.abs(level) && !levels.has(key),
  );
  // Those that were not read follow the others.
  return index === -1 ? walk.nodes.size - 1 : index;
}

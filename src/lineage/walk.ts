import { compareBytes } from '../aspects/byte-order.js';
import type { Actor } from '../core/actor.js';
import type { Place } from '../core/column-urn.js';
import { sameColumn } from '../core/field-path.js';
import { busy } from '../core/memory-budget.js';
import { getEntityType } from '../core/urn.js';
import { lineageTypes } from '../datahub/lineage.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import type { Direction } from './direction.js';
import { merge } from './merge.js';
import { isEntry, type NearEdge, type WalkStore } from './walk-store.js';

/** An entity or a column that a walk reaches. */
export interface WalkNode {
  readonly urn: string;
  /** Empty for the entity itself. */
  readonly fieldPath: string;
  /** The path as paths are compared. */
  readonly column: string;
  /** Hops from the start, without those that cost nothing. */
  readonly degree: number;
  /** The node before this one on its path; null for the start. */
  readonly parent: WalkNode | null;
  /** DataHub's name of the relationship between both; empty for the start. */
  readonly relationship: string;
  /** Whether its own edges were followed. */
  isExplored: boolean;
  /** Whether edges of it were left out, because of `exploredPerHop`. */
  isTruncated: boolean;
  /** Whether it was reached without a hop. */
  readonly isIgnored: boolean;
}

export interface WalkOptions {
  readonly direction: Direction;
  /** From 1 to `hopsMax`. */
  readonly maxHops: number;
  /** Edges with a time outside of these, in ms since the epoch, are left out. */
  readonly from?: number | null | undefined;
  readonly to?: number | null | undefined;
  /** Nodes of a level whose edges are followed: the first by URN. Default: all. */
  readonly exploredPerHop?: number | null | undefined;
  /** Whether an entity costs no hop. */
  readonly ignores?: ((urn: string) => boolean) | undefined;
  /** Whether columns stand for their entities where no edges of columns exist. Default: columns lead to columns. */
  readonly ofEntities?: boolean | undefined;
}

/** Bounds of a walk that continues another one. */
interface Rest {
  readonly relations: number;
  /** As of `performance.now()`. */
  readonly end: number;
}

export interface Walked {
  /** In the order in which they were reached, so that their degrees never decrease. */
  readonly nodes: readonly WalkNode[];
  /** Whether a bound has left out nodes. */
  readonly isPartial: boolean;
  readonly rest: Rest;
}

/** DataHub's limit. */
export const hopsMax = 1_000;
/** Nodes in a row that cost no hop. */
const freeMax = 1_000;
/** Nodes of one statement, and rows between two turns of the event loop. */
const chunkSize = 1_000;
/** Nodes of a statement that sorts their edges, of which each can have more than the walk may read. */
const orderedChunkSize = 25;
/** About how much memory a node takes. */
const nodeBytes = 600;

interface Bounds {
  readonly maxRelations: number;
  /** ms of work. */
  readonly maxMs: number;
}

export type Walks = ReturnType<typeof lineageWalks>;
export type Walk = Walks['walk'];

/**
 * Follows lineage, level by level, and reaches each node once, on one of its shortest paths: of several, the one whose nodes
 * come first by URN. The same edges give the same answer every time.
 */
export function lineageWalks(store: WalkStore, { maxRelations, maxMs }: Bounds) {
  const startRest = (): Rest => ({ relations: maxRelations, end: performance.now() + maxMs });

  async function follow(
    actor: Actor,
    reached: Reached,
    starts: readonly WalkNode[],
    options: WalkOptions,
    rest: Rest,
  ): Promise<Walked> {
    // Beside the levels.
    const [isFilled, walked] = await Promise.all([
      store.isFilled(actor),
      followLevels(actor, reached, starts, options, rest),
    ]);
    return { ...walked, isPartial: walked.isPartial || !isFilled };
  }

  async function followLevels(
    actor: Actor,
    reached: Reached,
    starts: readonly WalkNode[],
    options: WalkOptions,
    { relations, end }: Rest,
  ): Promise<Walked> {
    const { nodes } = reached;
    let isPartial = false;
    let left = relations;
    let started = 0;
    let level: WalkNode[] = [];
    for (let hop = 1; hop <= options.maxHops; hop += 1) {
      for (; started < starts.length && starts[started]!.degree < hop; started += 1)
        level.push(starts[started]!);
      if (level.length === 0 && started === starts.length) break;
      const next: WalkNode[] = [];
      let explored: readonly WalkNode[] = choose(level, options.exploredPerHop);
      for (let free = 0; explored.length > 0 && free < freeMax; free += 1) {
        const edges = await readLevel(store, actor, explored, options, left, end);
        left -= edges.count;
        if (actor.memory && !actor.memory.add(edges.rows.length * nodeBytes)) throw busy();
        const found = await runInTurns(reached.add(explored, edges.rows, hop), actor.deadline);
        if (edges.isCut) return { nodes, isPartial: true, rest: { relations: 0, end } };
        for (const node of explored) node.isExplored = true;
        next.push(...found.counted);
        explored = found.free;
      }
      if (explored.length > 0) isPartial = true;
      level = next;
    }
    return { nodes, isPartial, rest: { relations: left, end } };
  }

  return {
    /** Walks from one node, which is not in its own lineage. */
    async walk(actor: Actor, from: WalkStart, options: WalkOptions): Promise<Walked> {
      const isKnown = lineageTypes.has(getEntityType(from.urn)) && (await store.sees(actor, from.urn));
      if (!isKnown) return { nodes: [], isPartial: false, rest: startRest() };
      const reached = new Reached(options.ignores);
      reached.exclude(from);
      return follow(actor, reached, [toStartNode(from)], options, startRest());
    },

    /**
     * Walks from several nodes that the caller sees, sorted by degree: from each one when the walk is as far. What is in
     * the lineage of one of them is reached, also if it is one of them.
     */
    walkFrom(
      actor: Actor,
      starts: readonly WalkNode[],
      options: WalkOptions,
      rest: Rest = startRest(),
    ): Promise<Walked> {
      const reached = new Reached(options.ignores);
      const known = starts.filter(({ urn }) => lineageTypes.has(getEntityType(urn)));
      for (const start of known) reached.leaveUnexplored(start);
      return follow(actor, reached, known, options, rest);
    },
  };
}

/** Returns the entities and columns from the start of a walk to a node. */
export function listPath(node: WalkNode): Place[] {
  const places: Place[] = [];
  for (let at: WalkNode | null = node; at !== null; at = at.parent) if (!isEntry(at.urn)) places.push(at);
  return places.reverse();
}

export const toStartNode = (start: WalkStart): WalkNode => ({
  ...{ ...start, degree: 0, parent: null, relationship: '' },
  ...{ isExplored: false, isTruncated: false, isIgnored: false },
});

/** Where a walk starts. */
export type WalkStart = Pick<WalkNode, 'urn' | 'fieldPath' | 'column'>;

/** Returns the first nodes of a level by URN. */
function choose(level: readonly WalkNode[], count: number | null | undefined): readonly WalkNode[] {
  if (count === null || count === undefined || level.length <= count) return level;
  const sorted = [...level].sort(byUrn);
  for (const node of sorted.slice(count)) node.isTruncated = true;
  return sorted.slice(0, count);
}

const byUrn = (one: WalkNode, other: WalkNode) =>
  compareBytes(one.urn, other.urn) || compareBytes(one.fieldPath, other.fieldPath);

interface LevelEdges {
  readonly rows: readonly NearEdge[];
  /** How many edges they stand for. */
  readonly count: number;
  /** Whether there are more. */
  readonly isCut: boolean;
}

/**
 * Reads the edges of nodes, in chunks. Of more than `left`, it returns the first by relationship and URN, so that the cut is
 * the same every time.
 */
async function readLevel(
  store: WalkStore,
  actor: Actor,
  nodes: readonly WalkNode[],
  options: WalkOptions,
  left: number,
  end: number,
): Promise<LevelEdges> {
  const readChunk = (first: number, size: number, isOrdered: boolean) =>
    store.read(actor, {
      ...options,
      nodes: nodes.slice(first, first + size),
      first,
      count: left + 1,
      isOrdered,
      ofEntities: options.ofEntities ?? false,
    });
  let rows: readonly NearEdge[] = [];
  let count = 0;
  for (let first = 0; first < nodes.length && count <= left; first += chunkSize) {
    if (performance.now() > end) return { rows, count, isCut: true };
    const chunk = await readChunk(first, chunkSize, false);
    rows = rows.concat(chunk.edges);
    count += chunk.count;
  }
  if (count <= left) return { rows, count, isCut: false };
  rows = [];
  for (let first = 0; first < nodes.length && performance.now() <= end; first += orderedChunkSize) {
    const { edges } = await readChunk(first, orderedChunkSize, true);
    rows = await runInTurns(merge(rows, edges, inCutOrder, left), actor.deadline);
  }
  return { rows, count: rows.length, isCut: true };
}

/** As the store sorts edges. */
const inCutOrder = (one: NearEdge, other: NearEdge) =>
  compareBytes(one.relationship, other.relationship) ||
  compareBytes(one.urn, other.urn) ||
  compareBytes(one.column, other.column) ||
  one.node - other.node;

/** The nodes that are reached so far. */
class Reached {
  readonly nodes: WalkNode[] = [];
  /** The paths of the columns that are compared as one, or as several if their schema has several. */
  readonly #paths = new Map<string, readonly string[]>();
  readonly #starts = new Set<string>();
  readonly #ignores: (urn: string) => boolean;

  constructor(ignores: (urn: string) => boolean = () => false) {
    this.#ignores = ignores;
  }

  /** Has a node never be reached. */
  exclude(start: WalkStart): void {
    this.#paths.set(toKey(start), [start.fieldPath]);
  }

  /** Marks where the walk starts, too: a walk that reaches the node has explored it already. */
  leaveUnexplored(start: WalkStart): void {
    this.#starts.add(toNodeKey(toKey(start), start.fieldPath));
  }

  /** Adds what edges of explored nodes lead to. @returns new nodes: those that cost the hop, and those that do not */
  *add(
    explored: readonly WalkNode[],
    edges: readonly NearEdge[],
    hop: number,
  ): Steps<{ counted: readonly WalkNode[]; free: readonly WalkNode[] }> {
    const found = new Map<string, Step>();
    const paths = new NearPaths(explored, edges);
    for (const [index, edge] of edges.entries()) {
      if (index % chunkSize === 0) yield;
      if (!paths.lead(edge)) continue;
      const key = toKey(edge);
      const fieldPath = edge.fieldPath ?? edge.column;
      if (this.#has(key, fieldPath)) continue;
      const parent = explored[edge.node]!;
      const same = toNodeKey(key, fieldPath);
      const known = found.get(same);
      if (known === undefined || isBefore({ edge, parent }, known)) found.set(same, { edge, parent });
    }
    const [counted, free]: [WalkNode[], WalkNode[]] = [[], []];
    let done = 0;
    for (const { edge, parent } of found.values()) {
      if (done++ % chunkSize === 0) yield;
      const { urn, column, relationship } = edge;
      const fieldPath = edge.fieldPath ?? column;
      const key = toKey(edge);
      // Two spellings of one column can be reached by one level.
      if (this.#has(key, fieldPath)) continue;
      const isIgnored = isEntry(urn) || this.#ignores(urn);
      const degree = isIgnored ? hop - 1 : hop;
      const state = { isExplored: false, isTruncated: false, isIgnored };
      const node: WalkNode = { urn, fieldPath, column, degree, parent, relationship, ...state };
      this.#paths.set(key, fieldPath === '' ? whole : [...(this.#paths.get(key) ?? []), fieldPath]);
      if (!isEntry(urn)) this.nodes.push(node);
      if (!this.#starts.has(toNodeKey(key, fieldPath))) (isIgnored ? free : counted).push(node);
    }
    return { counted, free };
  }

  #has(key: string, fieldPath: string): boolean {
    const paths = this.#paths.get(key);
    if (paths === undefined) return false;
    return paths.includes(fieldPath) || (paths.length === 1 && sameColumn(paths, fieldPath).length > 0);
  }
}

/** The paths of an entity. */
const whole: readonly string[] = [''];

const toKey = ({ urn, column }: Pick<WalkNode, 'urn' | 'column'>) =>
  column === '' ? urn : `${urn}\0${column}`;

const toNodeKey = (key: string, fieldPath: string) => (fieldPath === '' ? key : `${key}\0${fieldPath}`);

/** One way to reach a node. */
interface Step {
  readonly edge: NearEdge;
  readonly parent: WalkNode;
}

const isBefore = (one: Step, other: Step) =>
  (byUrn(one.parent, other.parent) || compareBytes(one.edge.relationship, other.edge.relationship)) < 0;

/** The paths with which edges name the columns that they are read for. */
class NearPaths {
  readonly #nodes: readonly WalkNode[];
  readonly #named = new Map<number, Set<string>>();
  readonly #same = new Map<number, ReadonlySet<string>>();

  constructor(nodes: readonly WalkNode[], edges: readonly NearEdge[]) {
    this.#nodes = nodes;
    for (const { node, nearPath } of edges) {
      const { column } = nodes[node]!;
      if (column === '') continue;
      const path = nearPath ?? column;
      const named = this.#named.get(node);
      if (named === undefined) this.#named.set(node, new Set([path]));
      else named.add(path);
    }
  }

  /** Whether an edge is of the column itself, and not of another one with the same simple path. */
  lead({ node, nearPath }: NearEdge): boolean {
    const { column, fieldPath } = this.#nodes[node]!;
    const path = nearPath ?? column;
    if (path === fieldPath) return true;
    const same = this.#same.get(node) ?? new Set(sameColumn([...this.#named.get(node)!], fieldPath));
    this.#same.set(node, same);
    return same.has(path);
  }
}

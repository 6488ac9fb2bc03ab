import type { Actor } from '../core/actor.js';
import { placeUrn } from '../core/column-urn.js';
import { lineageForms } from '../datahub/lineage.js';
import { type Anchors, createAnchors, toNodes } from './anchors.js';
import { isText, parseCursor, toCursor } from './cursor.js';
import type { Direction } from './direction.js';
import type { EdgeKey, EdgeScrollStore, ReadNode, ScrolledEdge } from './edge-scroll-store.js';
import type { FactStore } from './fact-store.js';
import { checkScroll, collect, type Scroll, type ScrollPage, type Step } from './scroll.js';

export interface EdgeScroll extends Scroll {
  /** Entities and columns of which each edge has one at least; empty: all edges. */
  readonly urns: readonly string[];
  /** Where the other end is, seen from them; null: either. Without URNs, it has no effect. */
  readonly direction: Direction | null;
  /** Null: all. */
  readonly relationshipTypes: readonly string[] | null;
}

/** An edge of lineage. */
export interface LineageEdge {
  readonly relationship: string;
  /** The entity of the relationship, such as the job of `Produces`. */
  readonly source: string;
  readonly destination: string;
  readonly upstream: string;
  readonly downstream: string;
}

interface Deps {
  readonly store: EdgeScrollStore;
  readonly facts: FactStore;
  readonly isFilled: (actor: Actor) => Promise<boolean>;
  readonly pageSizeMax: number;
}

/** The last edge of a page. Without an edge: all edges of the node are before it. */
interface Position {
  readonly section: number;
  readonly node: ReadNode | null;
  readonly edge: EdgeKey | null;
}

/** Nodes of one statement: four times as many as of that before, because most nodes have few edges. */
const [growth, maxNodes] = [4, 256];

/** Returns the edges of lineage that touch entities or columns, by the page and each once. @throws BAD_REQUEST */
export const scrollEdges =
  (deps: Deps) =>
  async (actor: Actor, request: EdgeScroll): Promise<ScrollPage<LineageEdge>> => {
    const { count } = checkScroll(request, deps.pageSizeMax);
    const anchors = request.urns.length > 0 ? createAnchors(request.urns) : null;
    const { direction, relationshipTypes, includeSoftDeleted, slice } = request;
    const fixed = ['edges', anchors?.all, direction, relationshipTypes, includeSoftDeleted, slice];
    const start = request.scrollId ? parseCursor(fixed, request.scrollId, readPosition) : null;
    const isPartial = !(await deps.isFilled(actor));
    const steps = edgeSteps(deps, actor, request, anchors, start, count + 1);
    const { results, end } = await collect(steps, count);
    return { results, scrollId: end && toCursor(fixed, toTuple(end)), isPartial };
  };

/** @param rows of one statement */
async function* edgeSteps(
  { store, facts }: Deps,
  actor: Actor,
  request: EdgeScroll,
  anchors: Anchors | null,
  start: Position | null,
  rows: number,
): AsyncGenerator<Step<LineageEdge, Position>> {
  const sections = listSections(request, anchors);
  for (let section = start?.section ?? 0; section < sections.length; section += 1) {
    let at: Position = section === start?.section ? start : { section, node: null, edge: null };
    for (let size = 1; ; size = Math.min(growth * size, maxNodes)) {
      const nodes = await nextNodes(at, size);
      if (nodes.length === 0) break;
      yield* stepsOfNodes(nodes, section, at.edge);
      at = { section, node: nodes.at(-1)!, edge: null };
      yield { position: at, result: null };
    }
  }

  /** Returns nodes after a position, or from its node on while that has more edges. */
  async function nextNodes({ section, node, edge }: Position, size: number): Promise<readonly ReadNode[]> {
    if (anchors !== null) {
      const some = anchors.after(node, edge !== null).slice(0, size);
      const nodes = await toNodes(store, actor, some, sections[section]!);
      const isRead = ({ urn, column, fieldPath }: ReadNode) =>
        edge !== null &&
        urn === node?.urn &&
        column === node.column &&
        (fieldPath ?? '') < (node.fieldPath ?? '');
      return nodes.filter((one) => !isRead(one));
    }
    const current = edge === null ? [] : [node!];
    const count = size - current.length;
    const following = count > 0 ? await store.nextNodes(actor, node, count) : [];
    return [...current, ...following.map((one) => ({ ...one, fieldPath: null }))];
  }

  async function* stepsOfNodes(nodes: readonly ReadNode[], section: number, edge: EdgeKey | null) {
    const direction = sections[section]!;
    const { relationshipTypes: relationships, slice } = request;
    let last: string | null = null;
    for (let [rest, after] = [nodes, edge]; ; ) {
      const page = { nodes: rest, direction, after, relationships, slice, count: rows };
      const found = await store.read(actor, page);
      const isKept = await keeping(rest, found, section);
      for (const row of found) {
        const node = rest[row.node]!;
        const key = JSON.stringify([node.urn, node.column, node.fieldPath, ...toValues(row).slice(0, -1)]);
        if (key === last || !isKept(row)) continue;
        last = key;
        const position = { section, node, edge: { ...toEdgeKey(row), source: afterSources } };
        yield { position, result: toEdge(node, row, direction) };
      }
      const end = found.at(-1);
      if (end === undefined || found.length < rows) return;
      [rest, after] = [rest.slice(end.node), end];
    }
  }

  /** Returns whether a row is an edge of the answer that no other section has. */
  async function keeping(nodes: readonly ReadNode[], found: readonly ScrolledEdge[], section: number) {
    const urns = (row: ScrolledEdge) => [nodes[row.node]!.urn, row.urn, row.source];
    const removed = request.includeSoftDeleted
      ? new Set<string>()
      : await facts.softDeleted(actor, [...new Set(found.flatMap(urns))]);
    const before = section === 0 ? new Set<string>() : await touched(found);
    return (row: ScrolledEdge) => !urns(row).some((urn) => removed.has(urn)) && !before.has(toFarKey(row));
  }

  /** Returns the far ends that are asked for, too: the section before has their edges. */
  async function touched(found: readonly ScrolledEdge[]): Promise<ReadonlySet<string>> {
    const some = [...new Set(found.flatMap((row) => anchors?.find(row) ?? []))];
    const nodes = await toNodes(store, actor, some, sections[0]!);
    const all = new Set(nodes.filter(({ fieldPath }) => fieldPath === null).map(toNodeKey));
    const exact = new Set(
      nodes.flatMap(({ urn, fieldPath }) => (fieldPath === null ? [] : [`${urn}\0${fieldPath}`])),
    );
    return new Set(
      found
        .map((row) => toFarKey(row))
        .filter((_, index) => {
          const { urn, column, fieldPath } = found[index]!;
          return all.has(toNodeKey({ urn, column })) || exact.has(`${urn}\0${fieldPath}`);
        }),
    );
  }
}

/** Edges between two of the URNs are in the first section only. */
function listSections({ direction }: EdgeScroll, anchors: Anchors | null): readonly Direction[] {
  if (anchors === null) return ['DOWNSTREAM'];
  return direction === null ? ['DOWNSTREAM', 'UPSTREAM'] : [direction];
}

const toNodeKey = ({ urn, column }: Pick<ReadNode, 'urn' | 'column'>) => `${urn}\0${column}`;
const toFarKey = ({ urn, column, fieldPath }: ScrolledEdge) => `${urn}\0${column}\0${fieldPath}`;

/** After the URNs of all entities that have an edge. */
const afterSources = 'urn;';

/** Relationships that the entity upstream has with the one downstream, such as Produces. */
const fromUpstream: ReadonlySet<string> = new Set(
  Object.values(lineageForms).flatMap((forms) =>
    forms.filter(([, side]) => side === 'downstream').map(([relationship]) => relationship),
  ),
);

function toEdge(node: ReadNode, row: ScrolledEdge, direction: Direction): LineageEdge {
  const ends = [placeUrn({ urn: node.urn, fieldPath: row.nearPath }), placeUrn(row)] as const;
  const [upstream, downstream] = direction === 'DOWNSTREAM' ? ends : [ends[1], ends[0]];
  const { relationship } = row;
  const [source, destination] = fromUpstream.has(relationship)
    ? [upstream, downstream]
    : [downstream, upstream];
  return { relationship, source, destination, upstream, downstream };
}

const toEdgeKey = ({ relationship, urn, column, fieldPath, nearPath, source }: EdgeKey): EdgeKey => ({
  ...{ relationship, urn, column, fieldPath, nearPath, source },
});
const toValues = (key: EdgeKey) => Object.values(toEdgeKey(key));

function toTuple({ section, node, edge }: Position) {
  const { urn, column, fieldPath } = node!;
  return [section, [urn, column, fieldPath], edge && toValues(edge)];
}

function readPosition(value: unknown): Position | null {
  const [section, node, edge, ...others] = Array.isArray(value) ? value : [];
  if (others.length > 0 || (section !== 0 && section !== 1)) return null;
  if (!Array.isArray(node) || node.length !== 3 || !node.slice(0, 2).every(isText)) return null;
  if (node[2] !== null && !isText(node[2])) return null;
  const [urn, column, fieldPath] = node;
  const at = { section, node: { urn, column, fieldPath } };
  if (edge === null) return { ...at, edge };
  if (!Array.isArray(edge) || edge.length !== 6 || !edge.every(isText)) return null;
  const [relationship, far, farColumn, farPath, nearPath, source] = edge as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { ...at, edge: { relationship, urn: far, column: farColumn, fieldPath: farPath, nearPath, source } };
}

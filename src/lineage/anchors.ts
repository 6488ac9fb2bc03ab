import type { Actor } from '../core/actor.js';
import { sameColumn } from '../core/field-path.js';
import type { Direction } from './direction.js';
import type { EdgeNode, EdgeScrollStore, ReadNode } from './edge-scroll-store.js';
import { toStart } from './input.js';

/** An entity, or columns that are compared by one path, whose edges are asked for. */
export interface Anchor extends EdgeNode {
  /** How the columns are written; empty for entities. */
  readonly paths: readonly string[];
}

export type Anchors = ReturnType<typeof createAnchors>;

/** @throws BAD_REQUEST for a text that is not a URN */
export function createAnchors(urns: readonly string[]) {
  const byKey = new Map<string, EdgeNode & { readonly paths: string[] }>();
  for (const given of urns) {
    const { urn, column, fieldPath } = toStart(given);
    const anchor = byKey.get(toKey({ urn, column })) ?? { urn, column, paths: [] };
    byKey.set(toKey(anchor), anchor);
    if (fieldPath !== '' && !anchor.paths.includes(fieldPath)) anchor.paths.push(fieldPath);
  }
  const all: readonly Anchor[] = [...byKey.values()].sort(inOrder);
  return {
    /** In the order in which they are read. */
    all,
    find: (node: EdgeNode): Anchor | undefined => byKey.get(toKey(node)),
    /** Returns the anchors after a node, or from it on. */
    after: (node: EdgeNode | null, isIncluded: boolean): Anchor[] =>
      node === null
        ? [...all]
        : all.filter((anchor) => inOrder(anchor, node) > 0 || (isIncluded && inOrder(anchor, node) === 0)),
  };
}

const toKey = ({ urn, column }: EdgeNode) => `${urn}\0${column}`;
const inOrder = (one: EdgeNode, other: EdgeNode) => {
  const [key, otherKey] = [toKey(one), toKey(other)];
  return key < otherKey ? -1 : key > otherKey ? 1 : 0;
};

/**
 * Returns the nodes whose edges are those of the anchors: several columns of one dataset can have the same simple path
 * (docs/wire-contract.md, "Field paths").
 */
export async function toNodes(
  store: EdgeScrollStore,
  actor: Actor,
  anchors: readonly Anchor[],
  direction: Direction,
): Promise<ReadNode[]> {
  const columns = anchors.filter(({ column }) => column !== '');
  const paths = columns.length > 0 ? await store.paths(actor, columns, direction) : [];
  const written = new Map(columns.map((anchor, index) => [anchor, paths[index]!]));
  return anchors.flatMap((anchor): ReadNode[] => {
    const { urn, column, paths } = anchor;
    const known = written.get(anchor) ?? [];
    if (column === '' || paths.some((path) => meansAll(path, known)))
      return [{ urn, column, fieldPath: null }];
    return [...paths].sort().map((fieldPath) => ({ urn, column, fieldPath }));
  });
}

/** Whether all paths of edges mean the column with the given path. */
const meansAll = (path: string, known: readonly string[]) => sameColumn(known, path).length === known.length;

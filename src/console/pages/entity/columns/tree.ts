import type { Column } from './column.js';

/** A column in the tree of a schema. */
export interface Node {
  readonly column: Column;
  /** The part of its name that its parent does not have. */
  readonly name: string;
  readonly parent: Node | undefined;
  /** How many columns it is in. */
  readonly depth: number;
  readonly children: Node[];
}

/** Returns the columns as a list in which each is followed by those in it, otherwise in the order of the schema. */
export function buildTree(columns: readonly Column[]): readonly Node[] {
  const byPath = new Map<string, Node>();
  const roots: Node[] = [];
  for (const column of columns) {
    const parent = column.isGone ? undefined : findParent(column, byPath);
    const isPart = parent && column.name.startsWith(`${parent.column.name}.`);
    const name = isPart ? column.name.slice(parent.column.name.length + 1) : column.name;
    const node: Node = { column, name, parent, depth: parent ? parent.depth + 1 : 0, children: [] };
    (parent ? parent.children : roots).push(node);
    if (column.isGone) continue;
    byPath.set(column.fieldPath, node);
    // The name of a column of version 2 lacks the types, which sources write in different ways.
    if (!byPath.has(column.name)) byPath.set(column.name, node);
  }
  return flatten(roots);
}

/** Returns the column with the longest path that a path begins with, at a dot. */
function findParent({ fieldPath, name }: Column, byPath: ReadonlyMap<string, Node>): Node | undefined {
  for (const path of fieldPath === name ? [name] : [fieldPath, name])
    for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
      const found = byPath.get(path.slice(0, end));
      if (found) return found;
    }
  return undefined;
}

/** Without recursion: a path may have thousands of parts. */
function flatten(roots: readonly Node[]): readonly Node[] {
  const nodes: Node[] = [];
  const waiting = [...roots].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    nodes.push(node);
    for (let index = node.children.length - 1; index >= 0; index -= 1) waiting.push(node.children[index]!);
  }
  return nodes;
}

/** Returns the nodes that no closed one hides. @param nodes as `buildTree` returns them */
export function listOpen(nodes: readonly Node[], closed: ReadonlySet<string>): readonly Node[] {
  const hidden = new Set<Node>();
  return nodes.filter((node) => {
    const { parent } = node;
    const isHidden = parent !== undefined && (hidden.has(parent) || closed.has(parent.column.fieldPath));
    if (isHidden) hidden.add(node);
    return !isHidden;
  });
}

/** Returns the nodes of columns and those that these are in. */
export function withParents(nodes: readonly Node[], isWanted: (column: Column) => boolean): readonly Node[] {
  const wanted = new Set<Node>();
  for (const node of nodes)
    if (isWanted(node.column))
      for (let one: Node | undefined = node; one && !wanted.has(one); one = one.parent) wanted.add(one);
  return nodes.filter((node) => wanted.has(node));
}

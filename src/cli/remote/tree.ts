import { displayWidth, shortenMiddle } from './table.js';

/** A line of a tree. */
export interface TreeLine<T> {
  readonly item: T;
  /** Whether the line, after those above it in the tree, is the last one of its parent; from the first level on. */
  readonly isLast: readonly boolean[];
}

/** An item with those below it. */
export interface TreeNode<T> {
  readonly item: T;
  readonly children: readonly TreeNode<T>[];
}

/** Returns the lines of a tree, each before those below it. Trees can be deeper than the stack. */
export function treeLines<T>(roots: readonly TreeNode<T>[]): TreeLine<T>[] {
  const lines: TreeLine<T>[] = [];
  const toOpen = (nodes: readonly TreeNode<T>[], above: readonly boolean[]) =>
    nodes.map((node, index) => ({ node, isLast: [...above, index === nodes.length - 1] })).reverse();
  const open = toOpen(roots, []);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, isLast } = next;
    lines.push({ item: node.item, isLast });
    open.push(...toOpen(node.children, isLast));
  }
  return lines;
}

/** Characters for each level, as long as there is space. */
const widestLevel = 3;

/**
 * Draws the lines of a tree. Branches take at most half of the width: levels become narrow first, and then the first
 * levels are left out. Texts are shortened in the middle, because names begin and end alike.
 *
 * @param width null: the lines are as wide as they are
 */
export function drawTree(lines: readonly TreeLine<string>[], width: number | null): string[] {
  if (width === null) return lines.map(({ item, isLast }) => drawBranch(isLast, widestLevel) + item);
  const half = Math.floor(width / 2);
  const levels = lines.reduce((most, { isLast }) => Math.max(most, isLast.length), 1);
  const level = Math.min(Math.max(Math.floor(half / levels), 1), widestLevel);
  return lines.map(({ item, isLast }) => {
    const whole = drawBranch(isLast, level);
    const branch = whole.length <= half ? whole : `…${whole.slice(1 - half)}`;
    return branch + shortenMiddle(item, width - displayWidth(branch));
  });
}

function drawBranch(isLast: readonly boolean[], width: number): string {
  const above = isLast.slice(0, -1).map((ends) => (ends ? ' ' : '│').padEnd(width));
  const own = `${isLast.at(-1) ? '└' : '├'}${'─'.repeat(Math.max(width - 2, 0))}`;
  return [...above, own.padEnd(width)].join('');
}

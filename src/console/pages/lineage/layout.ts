import type { Graph } from './graph.js';

export const nodeWidth = 182;
export const nodeHeight = 78;
const [columnGap, rowGap] = [44, 14];
/** At the sides there is room for what follows an entity further. */
const [margin, headHeight] = [32, 48];

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Where each entity is, and, by `moreKey`, what stands for those that are left out. */
  readonly places: ReadonlyMap<string, Place>;
  /** Of each column. */
  readonly lefts: readonly number[];
}

export const moreKey = (level: number): string => `more ${level}`;

/** Places the columns beside each other, each in the middle of the height. */
export function placeNodes({ columns }: Graph): Layout {
  const rows = columns.map(({ level, urns, more }) => (more > 0 ? [...urns, moreKey(level)] : urns));
  const heightOf = (count: number) => Math.max(0, count * (nodeHeight + rowGap) - rowGap);
  const tallest = Math.max(...rows.map(({ length }) => heightOf(length)));
  const lefts = rows.map((_, index) => margin + index * (nodeWidth + columnGap));
  const places = new Map<string, Place>();
  for (const [index, keys] of rows.entries()) {
    const top = headHeight + (tallest - heightOf(keys.length)) / 2;
    for (const [row, key] of keys.entries())
      places.set(key, { x: lefts[index]!, y: top + row * (nodeHeight + rowGap) });
  }
  return {
    width: 2 * margin + rows.length * (nodeWidth + columnGap) - columnGap,
    height: headHeight + tallest + margin,
    places,
    lefts,
  };
}

const tipLength = 7;

/** Returns the line of an edge, and the triangle at its end. */
export function edgePaths(from: Place, to: Place): readonly [line: string, tip: string] {
  const [x1, y1] = [from.x + nodeWidth, from.y + nodeHeight / 2];
  const [x2, y2] = [to.x - 1, to.y + nodeHeight / 2];
  const bend = columnGap / 2;
  const end = x2 - tipLength + 1;
  return [
    `M${x1} ${y1}C${x1 + bend} ${y1} ${end - bend} ${y2} ${end} ${y2}`,
    `M${x2} ${y2}l-${tipLength}-3.5v7z`,
  ];
}

/** Returns what is in an arrow's direction: along an edge, or above and below in the column. */
export function nextKey(
  { edges, columns }: Graph,
  { places }: Layout,
  key: string,
  arrow: string,
): string | undefined {
  const here = places.get(key);
  if (!here) return undefined;
  const nearest = (keys: readonly string[]) =>
    keys
      .filter((each) => places.has(each))
      .sort(
        (one, other) => Math.abs(places.get(one)!.y - here.y) - Math.abs(places.get(other)!.y - here.y),
      )[0];
  if (arrow === 'ArrowRight') return nearest(edges.flatMap(([from, to]) => (from === key ? [to] : [])));
  if (arrow === 'ArrowLeft') return nearest(edges.flatMap(([from, to]) => (to === key ? [from] : [])));
  const column = columns.find(({ level, urns }) => urns.includes(key) || key === moreKey(level));
  if (!column) return undefined;
  const keys = column.more > 0 ? [...column.urns, moreKey(column.level)] : column.urns;
  const at = keys.indexOf(key);
  return { ArrowUp: keys[at - 1], ArrowDown: keys[at + 1], Home: keys[0], End: keys.at(-1) }[arrow];
}

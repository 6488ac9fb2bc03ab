import type { Column, Graph } from './graph.js';

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

/** Of the button that follows an entity further. */
export const plusKey = (key: string): string => `plus ${key}`;

/** Whether a column leads to entities that are only in the list. */
export const hasMore = ({ more, isOpen }: Column): boolean => more > 0 || isOpen;

const rowKeys = (column: Column): readonly string[] =>
  hasMore(column) ? [...column.keys, moreKey(column.level)] : column.keys;

/** Places the columns beside each other, each in the middle of the height. */
export function placeNodes({ columns }: Graph): Layout {
  const rows = columns.map(rowKeys);
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

/** Returns the line of an edge, and the triangle at its end. Within a column, the line runs beside the entities. */
export function edgePaths(from: Place, to: Place): readonly [line: string, tip: string] {
  const isBeside = from.x === to.x;
  const [x1, y1] = [from.x + nodeWidth, from.y + nodeHeight / 2];
  const [x2, y2] = [isBeside ? x1 + 1 : to.x - 1, to.y + nodeHeight / 2];
  const bend = columnGap / 2;
  const length = isBeside ? -tipLength : tipLength;
  const end = x2 - length + Math.sign(length);
  return [
    `M${x1} ${y1}C${x1 + bend} ${y1} ${end + (isBeside ? bend : -bend)} ${y2} ${end} ${y2}`,
    `M${x2} ${y2}l${-length}-3.5v7z`,
  ];
}

const sides: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Returns what a key leads to: an arrow to an entity along an edge or to the button that follows further, or above and below
 * in the column; Home and End to the ends of the column.
 */
export function nextKey(graph: Graph, { places }: Layout, from: string, pressed: string): string | undefined {
  const side = sides[pressed];
  const key = from.replace(/^plus /, '');
  const level = graph.levels.get(key) ?? 0;
  // From the button of an entity, keys lead as from the entity, and back to it.
  if (side && key !== from && side !== Math.sign(level)) return key;
  if (!side) {
    const keys = graph.columns.map(rowKeys).find((each) => each.includes(key)) ?? [];
    const at = keys.indexOf(key);
    return { ArrowUp: keys[at - 1], ArrowDown: keys[at + 1], Home: keys[0], End: keys.at(-1) }[pressed];
  }
  const here = places.get(key)?.y ?? 0;
  const [next] = graph.edges
    .flatMap(([one, other]) => (side === 1 ? (one === key ? [other] : []) : other === key ? [one] : []))
    .filter((one) => graph.levels.get(one) !== level)
    .sort((one, other) => Math.abs(places.get(one)!.y - here) - Math.abs(places.get(other)!.y - here));
  return next ?? (side === Math.sign(level) && graph.expandable.has(key) ? plusKey(key) : undefined);
}

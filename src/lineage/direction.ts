/** What a walk leads to. */
export type Direction = 'UPSTREAM' | 'DOWNSTREAM';

/** Returns which end of an edge a walk comes from, and which one it leads to: names of columns of `lineage_edges`. */
export const toSides = (direction: Direction) =>
  direction === 'UPSTREAM' ? (['downstream', 'upstream'] as const) : (['upstream', 'downstream'] as const);

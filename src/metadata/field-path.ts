/** A column's path in its schema, and the simple path that clients may use instead. */
export interface ColumnPath {
  readonly fieldPath: string;
  readonly simplePath: string;
}

export type ColumnResolution =
  | { readonly kind: 'found'; readonly fieldPath: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] };

/** The end of the segment that begins at `start`; -1 if its bracket is not closed. */
function segmentEnd(path: string, start: number): number {
  let depth = 0;
  // Only brackets protect dots: the name of a type may contain both.
  for (let at = start; at < path.length; at++) {
    if (path[start] === '[' && path[at] === '[') depth++;
    if (path[start] === '[' && path[at] === ']') depth--;
    if (path[at] === '.' && depth === 0) return at;
  }
  return depth === 0 ? path.length : -1;
}

/**
 * The segments of a version-2 path without brackets (docs/wire-contract.md, "Field paths"). Any other path is already simple.
 * Empty for a version-2 path that names no field or can't be parsed.
 */
export function simplePath(path: string): string {
  if (!path.startsWith('[version=2.0]')) return path;
  const names: string[] = [];
  for (let start = 0; start <= path.length; ) {
    const end = segmentEnd(path, start);
    if (end === -1) return '';
    if (path[start] !== '[') names.push(path.slice(start, end));
    start = end + 1;
  }
  return names.join('.');
}

/** Returns the column with this path, else the only column with the same simple path. */
export function resolveColumn(columns: readonly ColumnPath[], given: string): ColumnResolution {
  if (columns.some((column) => column.fieldPath === given)) return { kind: 'found', fieldPath: given };
  const simple = simplePath(given);
  // Two paths without a simple path do not match each other.
  if (simple === '') return { kind: 'none' };
  const same = columns.filter((column) => column.simplePath === simple).map((column) => column.fieldPath);
  const [first, ...others] = new Set(same);
  if (first === undefined) return { kind: 'none' };
  return others.length === 0
    ? { kind: 'found', fieldPath: first }
    : { kind: 'ambiguous', candidates: [first, ...others] };
}

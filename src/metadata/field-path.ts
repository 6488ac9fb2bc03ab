/** A column of a schema under its own path, with the simple path that it answers to. */
export interface ColumnPath {
  readonly fieldPath: string;
  readonly simplePath: string;
}

export type ColumnResolution =
  | { readonly kind: 'found'; readonly fieldPath: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] };

/** Where the segment that begins at `start` ends; -1 when its bracket is never closed. */
function segmentEnd(path: string, start: number): number {
  let depth = 0;
  // Only brackets shield dots: a type's name may hold both.
  for (let at = start; at < path.length; at++) {
    if (path[start] === '[' && path[at] === '[') depth++;
    if (path[start] === '[' && path[at] === ']') depth--;
    if (path[at] === '.' && depth === 0) return at;
  }
  return depth === 0 ? path.length : -1;
}

/**
 * The non-bracketed segments of a version-2 path (contract, section 7); any other path is simple already.
 * Empty for a version-2 path that names no field or can't be read: such a path has no simple form.
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

/** Which column a client means: its exact path, or else the only one with the same simple path. */
export function resolveColumn(columns: readonly ColumnPath[], given: string): ColumnResolution {
  if (columns.some((column) => column.fieldPath === given)) return { kind: 'found', fieldPath: given };
  const simple = simplePath(given);
  // No simple form is no name: two paths without one have nothing in common.
  if (simple === '') return { kind: 'none' };
  const same = columns.filter((column) => column.simplePath === simple).map((column) => column.fieldPath);
  const [first, ...others] = new Set(same);
  if (first === undefined) return { kind: 'none' };
  return others.length === 0
    ? { kind: 'found', fieldPath: first }
    : { kind: 'ambiguous', candidates: [first, ...others] };
}

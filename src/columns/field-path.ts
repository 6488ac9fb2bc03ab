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
 * Empty for a version-2 path that names no field or cannot be parsed.
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

/**
 * Given paths with one simple path, returns those that mean the same column as the given path, regardless of the
 * schema: a simple path and the only version 2 path with this simple path are one column.
 */
export function sameColumn(paths: readonly string[], given: string): readonly string[] {
  const all = paths.includes(given) ? paths : [...paths, given];
  const simple = simplePath(given);
  return simple !== '' && all.filter((path) => path !== simple).length <= 1
    ? paths
    : paths.filter((path) => path === given);
}

/**
 * The simple path in Unicode normal form C. Columns keep the spelling of their source, and people type either form of
 * `é`, which look the same.
 */
export const comparedPath = (path: string): string => simplePath(path).normalize('NFC');

/** Returns the column with this path, else the only column with the same simple path. */
export function resolveColumn(columns: readonly ColumnPath[], given: string): ColumnResolution {
  if (columns.some((column) => column.fieldPath === given)) return { kind: 'found', fieldPath: given };
  const simple = comparedPath(given);
  // Two paths without a simple path do not match each other.
  if (simple === '') return { kind: 'none' };
  const same = columns
    .filter((column) => column.simplePath.normalize('NFC') === simple)
    .map((column) => column.fieldPath);
  const [first, ...others] = new Set(same);
  if (first === undefined) return { kind: 'none' };
  return others.length === 0
    ? { kind: 'found', fieldPath: first }
    : { kind: 'ambiguous', candidates: [first, ...others] };
}

export type EditsResolution =
  | { readonly kind: 'found'; readonly fieldPaths: readonly string[] }
  | Exclude<ColumnResolution, { readonly kind: 'found' }>;

/**
 * Returns the paths that edits of a column can have: its path in the schema, and the path of each edit that means the
 * same column. A column that is not in the schema is known only from its edits. In this case, a simple path and the
 * only version 2 path with this simple path are one column.
 */
export function resolveEdits(
  columns: readonly ColumnPath[],
  edits: readonly ColumnPath[],
  given: string,
): EditsResolution {
  const paths = edits.map(({ fieldPath }) => fieldPath);
  const column = resolveColumn(columns, given);
  if (column.kind === 'found') {
    const { fieldPath } = column;
    return {
      kind: 'found',
      fieldPaths: [...new Set([fieldPath, ...paths.filter(resolvesTo(fieldPath, columns))])],
    };
  }
  const simple = comparedPath(given);
  if (column.kind === 'none' && simple !== '') {
    const same = paths.filter((path) => comparedPath(path) === simple);
    if (same.length > 0 && same.filter((path) => path !== simplePath(path)).length <= 1)
      return { kind: 'found', fieldPaths: same };
  }
  if (paths.includes(given)) return { kind: 'found', fieldPaths: [given] };
  const edit = column.kind === 'none' ? resolveColumn(edits, given) : column;
  return edit.kind === 'found' ? { kind: 'found', fieldPaths: [edit.fieldPath] } : edit;
}

const resolvesTo = (fieldPath: string, columns: readonly ColumnPath[]) => (path: string) => {
  const column = resolveColumn(columns, path);
  return column.kind === 'found' && column.fieldPath === fieldPath;
};

import { simplePath } from '../urn/field-path.js';
import { toNormalForm } from '../urn/normal-form.js';

/** A column's path in its schema, and the simple path that clients may use instead. */
export interface ColumnPath {
  readonly fieldPath: string;
  readonly simplePath: string;
}

export type ColumnResolution =
  | { readonly kind: 'found'; readonly fieldPath: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] };

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
export const comparedPath = (path: string): string => toNormalForm(simplePath(path), 'NFC');

/** The path by which lineage compares columns; as a whole, of a path that has no simple one. */
export const columnKey = (path: string): string => comparedPath(path) || path;

/** Different paths with one simple path. */
interface SamePaths {
  readonly paths: string[];
  /** How many of them are not simple. */
  versioned: number;
}

interface PathIndex {
  readonly paths: ReadonlySet<string>;
  readonly bySimple: ReadonlyMap<string, SamePaths>;
}

/** A batch looks for many paths among the same columns, of which a dataset can have 100,000. */
const indexes = new WeakMap<readonly ColumnPath[], PathIndex>();

function indexPaths(columns: readonly ColumnPath[]): PathIndex {
  const found = indexes.get(columns);
  if (found) return found;
  const paths = new Set(columns.map(({ fieldPath }) => fieldPath));
  const bySimple = new Map<string, SamePaths>();
  for (const path of paths) {
    const simple = comparedPath(path);
    const same = bySimple.get(simple) ?? { paths: [], versioned: 0 };
    same.paths.push(path);
    if (path !== simplePath(path)) same.versioned += 1;
    bySimple.set(simple, same);
  }
  const index = { paths, bySimple };
  indexes.set(columns, index);
  return index;
}

/** Returns the column with this path, else the only column with the same simple path. */
export function resolveColumn(columns: readonly ColumnPath[], given: string): ColumnResolution {
  const { paths, bySimple } = indexPaths(columns);
  if (paths.has(given)) return { kind: 'found', fieldPath: given };
  const simple = comparedPath(given);
  // Two paths without a simple path do not match each other.
  const [first, ...others] = (simple !== '' && bySimple.get(simple)?.paths) || [];
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
  const column = resolveColumn(columns, given);
  if (column.kind === 'found') {
    const { fieldPath } = column;
    return { kind: 'found', fieldPaths: editsByColumn(columns, edits).get(fieldPath) ?? [fieldPath] };
  }
  const { paths, bySimple } = indexPaths(edits);
  const simple = comparedPath(given);
  const same = column.kind === 'none' && simple !== '' ? bySimple.get(simple) : undefined;
  if (same && same.versioned <= 1) return { kind: 'found', fieldPaths: same.paths };
  if (paths.has(given)) return { kind: 'found', fieldPaths: [given] };
  const edit = column.kind === 'none' ? resolveColumn(edits, given) : column;
  return edit.kind === 'found' ? { kind: 'found', fieldPaths: [edit.fieldPath] } : edit;
}

interface EditsOfSchema {
  readonly columns: readonly ColumnPath[];
  readonly byColumn: ReadonlyMap<string, readonly string[]>;
}

const editIndexes = new WeakMap<readonly ColumnPath[], EditsOfSchema>();

/** Returns the path of each edited column of the schema, and those of its edits. */
function editsByColumn(
  columns: readonly ColumnPath[],
  edits: readonly ColumnPath[],
): ReadonlyMap<string, readonly string[]> {
  const found = editIndexes.get(edits);
  if (found?.columns === columns) return found.byColumn;
  const byColumn = new Map<string, string[]>();
  for (const path of indexPaths(edits).paths) {
    const column = resolveColumn(columns, path);
    if (column.kind !== 'found') continue;
    const same = byColumn.get(column.fieldPath) ?? [column.fieldPath];
    if (path !== column.fieldPath) same.push(path);
    byColumn.set(column.fieldPath, same);
  }
  editIndexes.set(edits, { columns, byColumn });
  return byColumn;
}

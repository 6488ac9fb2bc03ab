/** The end of the segment that begins at `start`: only brackets protect dots. -1 if its bracket is not closed. */
function segmentEnd(path: string, start: number): number {
  let depth = 0;
  for (let at = start; at < path.length; at += 1) {
    if (path[start] === '[' && path[at] === '[') depth += 1;
    if (path[start] === '[' && path[at] === ']') depth -= 1;
    if (path[at] === '.' && depth === 0) return at;
  }
  return depth === 0 ? path.length : -1;
}

/**
 * Returns the field path without its types and version (docs/wire-contract.md, "Field paths"); the path itself if it names
 * no field.
 */
export function simplePath(path: string): string {
  if (!path.startsWith('[version=2.0]')) return path;
  const names: string[] = [];
  for (let start = 0; start <= path.length; ) {
    const end = segmentEnd(path, start);
    if (end === -1) return path;
    if (path[start] !== '[') names.push(path.slice(start, end));
    start = end + 1;
  }
  return names.join('.') || path;
}

/**
 * Returns a function that returns the same key for the paths of one column: a simple path and the only version 2 path with
 * it are one column.
 *
 * @param paths all paths that are known of one dataset
 */
export function columnKeys(paths: Iterable<string>): (path: string) => string {
  const versions = new Map<string, number>();
  for (const path of new Set(paths)) {
    const simple = simplePath(path);
    if (simple !== path) versions.set(simple, (versions.get(simple) ?? 0) + 1);
  }
  return (path) => {
    const simple = simplePath(path);
    return (versions.get(simple) ?? 0) > 1 ? path : simple;
  };
}

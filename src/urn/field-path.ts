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

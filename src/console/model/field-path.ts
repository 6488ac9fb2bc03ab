import { simplePath as readSimplePath } from '../../urn/field-path.js';

/** Returns the field path without its types and version; the path itself if it names no field. */
export const simplePath = (path: string): string => readSimplePath(path) || path;

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

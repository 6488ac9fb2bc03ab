import { simplePath } from '../urn/field-path.js';
import { sameColumn } from './field-path.js';

/** The paths of columns, by their simple paths. */
export class FieldPaths {
  readonly #bySimple = new Map<string, Set<string>>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) this.add(path);
  }

  add(path: string): void {
    const simple = simplePath(path);
    const same = this.#bySimple.get(simple);
    if (same) same.add(path);
    else this.#bySimple.set(simple, new Set([path]));
  }

  delete(path: string): void {
    this.#bySimple.get(simplePath(path))?.delete(path);
  }

  /** Returns the paths that are the same column as the given one. */
  sameAs(path: string): readonly string[] {
    const same = this.#bySimple.get(simplePath(path));
    // Among three paths, two are version 2 paths of different columns.
    if (same === undefined || same.size > 2) return same?.has(path) ? [path] : [];
    return sameColumn([...same], path);
  }
}

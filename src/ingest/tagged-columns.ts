import { FieldPaths } from '../core/field-paths.js';
import type { Json } from '../json/lossless-json.js';
import type { Steps } from '../scheduling/steps.js';
import { simplePath } from '../urn/field-path.js';
import type { FindPaths } from './tag-values.js';

/** The columns of a stored schema that some tags can be on, and the simple paths of these tags. */
export interface StoredColumns {
  readonly simplePaths: ReadonlySet<string>;
  readonly paths: readonly string[];
}

/** An aspect before a proposal; undefined: as it is stored, null: there is none. */
export type BeforeProposal = Readonly<Json> | null | undefined;

/** Compares the columns of datasets that have tags: those of schemas, of edits, and of tags that were removed. */
export class TaggedColumns {
  readonly #stored: ReadonlyMap<string, StoredColumns>;
  /** The paths of schemas that the same proposals write. */
  readonly #written = new WeakMap<object, readonly string[]>();

  constructor(stored: ReadonlyMap<string, StoredColumns>) {
    this.#stored = stored;
  }

  /**
   * Returns a function that finds the paths of a column among those of a schema and of other columns. The rule is that of
   * `sameColumn`.
   */
  *compare(urn: string, schema: BeforeProposal, paths: Iterable<string>): Steps<FindPaths> {
    const all = new FieldPaths(yield* this.#paths(urn, schema));
    for (const path of paths) {
      all.add(path);
      yield;
    }
    return (path) => [path, ...all.sameAs(path).filter((same) => same !== path)];
  }

  /** Returns a function that finds whether a column was in the stored schema and is not in a new one. */
  *compareSchemas(urn: string, schema: BeforeProposal): Steps<(fieldPath: string) => boolean> {
    if (schema === undefined) return () => false;
    const before = new FieldPaths(yield* this.#paths(urn, undefined));
    const after = new FieldPaths(yield* this.#paths(urn, schema));
    return (fieldPath) => before.sameAs(fieldPath).length > 0 && after.sameAs(fieldPath).length === 0;
  }

  *#paths(urn: string, schema: BeforeProposal): Steps<readonly string[]> {
    const stored = this.#stored.get(urn);
    if (!stored || !schema) return schema === null ? [] : (stored?.paths ?? []);
    const known = this.#written.get(schema);
    if (known) return known;
    const paths: string[] = [];
    for (const { fieldPath } of schema.fields as readonly { readonly fieldPath: string }[]) {
      if (stored.simplePaths.has(simplePath(fieldPath))) paths.push(fieldPath);
      yield;
    }
    this.#written.set(schema, paths);
    return paths;
  }
}

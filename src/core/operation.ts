/**
 * The operation of a GraphQL request, by the names in the schema: callers choose aliases and operation names, so these
 * are not used.
 */
export interface Operation {
  readonly type: string;
  /** The first ten root fields, and `…` for more. */
  readonly fields: readonly string[];
  /** Both, for people: `query dataset, tag`. */
  readonly text: string;
}

/** For a request that names none of its document's operations, or was refused before its document was read. */
export const noOperation: Operation = { type: 'none', fields: ['none'], text: 'none' };

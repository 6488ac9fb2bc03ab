/** What a GraphQL request executes, by the names of the schema: no alias and no name of an operation, which callers make up. */
export interface Operation {
  readonly type: string;
  /** The first ten root fields, and `…` for more. */
  readonly fields: readonly string[];
  /** Both, for people: `query dataset, tag`. */
  readonly text: string;
}

/** Of a request that names none of its document's operations, or was refused before its document was read. */
export const noOperation: Operation = { type: 'none', fields: ['none'], text: 'none' };

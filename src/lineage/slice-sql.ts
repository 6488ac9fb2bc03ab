/** One of `max` parts of all edges, from 0. */
export interface Slice {
  readonly id: number;
  readonly max: number;
}

/**
 * SQL: whether an edge is in a slice.
 *
 * @param texts SQL: what identifies the edge
 */
export const inSlice = (
  { id, max }: Slice,
  texts: readonly string[],
  bind: (value: unknown) => string,
): string =>
  `mod(hashtextextended(concat_ws(E'\\n', ${texts.join(', ')}), 0) & 9223372036854775807, ${bind(max)}::bigint)
     = ${bind(id)}::bigint`;

/** The fields of rows as one array for each name: the parameters of `unnest($1::text[], …) AS input(name, …)`. */
export const columns = <Row extends object>(
  rows: readonly Row[],
  ...names: readonly (keyof Row)[]
): unknown[][] => names.map((name) => rows.map((row) => row[name]));

/**
 * SQL: the rows of arrays, as by `unnest`, for the keys of rows of a table. The limit leaves none out, but lets a plan for
 * any values expect one row, which it finds by an index. For the ten rows of `unnest`, a plan without statistics reads a
 * table as a whole while it is small, or compares each pair of rows, and a session keeps the plan when the table grows.
 *
 * @param arrays parameters with their types
 */
export const keyRows = (...arrays: readonly [string, ...string[]]): string =>
  limited(`SELECT * FROM unnest(${arrays.join(', ')})`, arrays[0]);

/** SQL: the same with the positions of the rows, from 1, in their last column. */
export const numberedKeyRows = (...arrays: readonly [string, ...string[]]): string =>
  limited(`SELECT * FROM unnest(${arrays.join(', ')}) WITH ORDINALITY`, arrays[0]);

const limited = (select: string, array: string) => `(${select} LIMIT cardinality(${array}))`;

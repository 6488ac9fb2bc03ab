/** The fields of rows as one array for each name: the parameters of `unnest($1::text[], …) AS input(name, …)`. */
export const columns = <Row extends object>(
  rows: readonly Row[],
  ...names: readonly (keyof Row)[]
): unknown[][] => names.map((name) => rows.map((row) => row[name]));

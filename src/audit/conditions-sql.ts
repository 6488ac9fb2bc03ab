/** A column or an expression, and the values that it may have; null: any. */
export type Condition = readonly [sql: string, values: readonly string[] | null];

export interface Where {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/**
 * Returns SQL with only the conditions that are given, so that a plan can use the index of one of them. Rows with one
 * value are in the order of an index, and rows with one of several values are not.
 *
 * @param always a condition without a parameter
 */
export function toWhere(always: string, conditions: readonly Condition[]): Where {
  const given = conditions.flatMap(([sql, values]) => (values === null ? [] : [{ sql, values }]));
  const texts = given.map(({ sql, values: { length } }, index) =>
    length === 1 ? `${sql} = $${index + 1}::text` : `${sql} = ANY($${index + 1}::text[])`,
  );
  return {
    sql: [always, ...texts].join(' AND '),
    params: given.map(({ values }) => (values.length === 1 ? values[0] : values)),
  };
}

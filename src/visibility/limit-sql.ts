/** Adds a parameter to a statement. @returns its place, such as `$3`, without a type */
export type Bind = (value: unknown) => string;

/** SQL: whether a caller may see an entity. @param urn SQL: its URN */
export type Limit = (urn: string, bind: Bind) => string;

/** SQL: the entity on whose visibility that of another one depends: the dataset of a column; for all others, the entity. */
const bearer = (urn: string) =>
  `coalesce(substring(${urn} FROM '^urn:li:schemaField:\\((urn:li:dataset:\\([^()]*\\)),'), ${urn})`;

/**
 * SQL: the condition that a caller may see an entity, to append to others; empty for a caller who may see everything, so
 * that the statement and its plan stay the same.
 *
 * @param params of the statement so far; those of the limit are added
 */
export function andVisible(limit: Limit | null | undefined, urn: string, params: unknown[]): string {
  if (!limit) return '';
  return ` AND (${limit(bearer(urn), (value) => `$${params.push(value)}`)})`;
}

/** SQL: as `andVisible`, where a text can also be null or name something else than an entity. */
export function andNamesVisible(limit: Limit | null | undefined, text: string, params: unknown[]): string {
  const visible = andVisible(limit, text, params);
  return visible && ` AND (${text} IS NULL OR NOT starts_with(${text}, 'urn:li:') OR true${visible})`;
}

import type { Query } from '../db/query.js';

/** Texts between these two bounds are those with the prefix, in the order of the index on URNs. */
const upper = (prefix: string) => `${prefix}\u{10ffff}`;
const urnPrefix = (type: string) => `urn:li:${type}:`;

/** Returns a page of the URNs of one entity type, in byte order, and their total. */
export async function listUrns(
  query: Query,
  type: string,
  { start, count }: { readonly start: number; readonly count: number },
): Promise<{ urns: string[]; total: number }> {
  const prefix = urnPrefix(type);
  const range = [prefix, upper(prefix)];
  const rows = await query<{ urn: string }>(
    'SELECT urn FROM entities WHERE urn >= $1 AND urn < $2 ORDER BY urn LIMIT $3 OFFSET $4',
    [...range, count, start],
  );
  const [counted] = await query<{ total: number }>(
    'SELECT count(*) AS total FROM entities WHERE urn >= $1 AND urn < $2',
    range,
  );
  return { urns: rows.map(({ urn }) => urn), total: counted!.total };
}

/** @param urnLike a pattern of LIKE */
export const countEntities = (query: Query, type: string, urnLike: string): Promise<number> =>
  countWhere(query, 'entities WHERE urn >= $1 AND urn < $2 AND urn LIKE $3', urnPrefix(type), [urnLike]);

/** The number of entities with a stored aspect. @param urnLike a pattern of LIKE */
export const countAspects = (query: Query, name: string, urnLike: string): Promise<number> =>
  countWhere(
    query,
    'aspects WHERE urn >= $1 AND urn < $2 AND urn LIKE $3 AND name = $4',
    // PostgreSQL derives this range itself only from a pattern that it knows when it plans.
    /^[^%_\\]*/.exec(urnLike)![0],
    [urnLike, name],
  );

async function countWhere(query: Query, source: string, prefix: string, params: readonly string[]) {
  const [row] = await query<{ count: number }>(`SELECT count(*) AS count FROM ${source}`, [
    prefix,
    upper(prefix),
    ...params,
  ]);
  return row!.count;
}

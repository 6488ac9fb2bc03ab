import type { Query } from '../db/query.js';
import { andVisible, type Limit } from '../visibility/limit-sql.js';

/** Texts between these two bounds are those with the prefix, in the order of the index on URNs. */
const upper = (prefix: string) => `${prefix}\u{10ffff}`;
const urnPrefix = (type: string) => `urn:li:${type}:`;

/** Returns a page of the URNs of one entity type, in byte order, and their total. */
export async function listUrns(
  query: Query,
  type: string,
  { start, count }: { readonly start: number; readonly count: number },
  limit: Limit | null,
): Promise<{ urns: string[]; total: number }> {
  const prefix = urnPrefix(type);
  const range = [prefix, upper(prefix)];
  const [page, all]: unknown[][] = [[...range, count, start], [...range]];
  const rows = await query<{ urn: string }>(
    `SELECT urn FROM entities WHERE urn >= $1 AND urn < $2${andVisible(limit, 'urn', page!)} ORDER BY urn LIMIT $3 OFFSET $4`,
    page,
  );
  const [counted] = await query<{ total: number }>(
    `SELECT count(*) AS total FROM entities WHERE urn >= $1 AND urn < $2${andVisible(limit, 'urn', all!)}`,
    all,
  );
  return { urns: rows.map(({ urn }) => urn), total: counted!.total };
}

/** @param urnLike a pattern of LIKE */
export const countEntities = (
  query: Query,
  type: string,
  urnLike: string,
  limit: Limit | null,
): Promise<number> =>
  countWhere(
    query,
    'entities WHERE urn >= $1 AND urn < $2 AND urn LIKE $3',
    urnPrefix(type),
    [urnLike],
    limit,
  );

/** The number of entities with a stored aspect. @param urnLike a pattern of LIKE */
export const countAspects = (
  query: Query,
  name: string,
  urnLike: string,
  limit: Limit | null,
): Promise<number> =>
  countWhere(
    query,
    'aspects WHERE urn >= $1 AND urn < $2 AND urn LIKE $3 AND name = $4',
    // PostgreSQL derives this range itself only from a pattern that it knows when it plans.
    /^[^%_\\]*/.exec(urnLike)![0],
    [urnLike, name],
    limit,
  );

async function countWhere(
  query: Query,
  source: string,
  prefix: string,
  others: readonly string[],
  limit: Limit | null,
) {
  const params: unknown[] = [prefix, upper(prefix), ...others];
  const sql = `SELECT count(*) AS count FROM ${source}${andVisible(limit, 'urn', params)}`;
  const [row] = await query<{ count: number }>(sql, params);
  return row!.count;
}

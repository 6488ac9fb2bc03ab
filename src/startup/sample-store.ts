import type { Query } from '../db/query.js';

/**
 * Returns why the sample is not loaded; null if the store is without metadata. Policies and users are entities, and every
 * store has some.
 *
 * @param access users, groups and policies of the sample
 */
export async function findObstacle(query: Query, access: readonly string[]): Promise<string | null> {
  const [found] = await query<{ hasMetadata: boolean; known: string | null }>(
    `SELECT EXISTS (SELECT FROM entities WHERE type NOT IN ('dataHubPolicy', 'corpuser')) AS "hasMetadata",
            (SELECT min(urn) FROM (SELECT urn FROM entities UNION ALL SELECT urn FROM users) AS stored
              WHERE urn = ANY($1::text[])) AS known`,
    [access],
  );
  if (found?.hasMetadata) return 'the catalog already contains metadata';
  return found?.known
    ? `the catalog already contains ${found.known}, which the sample would overwrite`
    : null;
}

/** Waits for other processes that load the sample, until this transaction ends. */
export const lockSample = (query: Query): Promise<unknown> =>
  query(`SELECT pg_advisory_xact_lock(hashtext('catalog.sample'))`);

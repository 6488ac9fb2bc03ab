import type { Database } from '../db/database.js';

/** The maximum number of enclosing containers whose platform is read. Containers can form a cycle. */
const maxLevels = 20;

/**
 * Returns the batched read of what containers, and the containers around them, refer to as their platform, the nearest
 * first. It reads references and no aspects, which can be large.
 */
export const platformStore =
  ({ read: query }: Database) =>
  async (urns: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> => {
    const rows = await query<{ urn: string; platforms: string[] }>(
      `WITH RECURSIVE around AS (
         SELECT urn AS of, urn COLLATE "C" AS urn, 0 AS level FROM unnest($1::text[]) AS urn
         UNION ALL
         SELECT of, r.target, level + 1
           FROM around JOIN entity_references r ON r.source = around.urn AND r.aspect = 'container'
          WHERE level < ${maxLevels})
       SELECT of AS urn, json_agg(r.target ORDER BY level) AS platforms
         FROM around JOIN entity_references r ON r.source = around.urn AND r.aspect = 'dataPlatformInstance'
        WHERE r.relationship = 'platform' GROUP BY of`,
      [urns],
    );
    return new Map(rows.map(({ urn, platforms }) => [urn, platforms]));
  };

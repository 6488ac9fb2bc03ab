import type { Database } from '../db/database.js';

/** How many containers around a container are asked for their platform. They can contain each other. */
const maxLevels = 20;
/** No URN is longer. */
const maxBytes = 512;

/**
 * Returns the batched read of the platforms that containers, and the containers around them, are said to be in, the
 * nearest first. The platforms are texts that need not be URNs.
 */
export const platformStore =
  ({ read: query }: Database) =>
  async (urns: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> => {
    const rows = await query<{ urn: string; platforms: string[] }>(
      `WITH RECURSIVE around AS (
         SELECT urn AS of, urn, 0 AS level FROM unnest($1::text[]) AS urn
         UNION ALL
         SELECT of, a.body->>'container', level + 1
           FROM around JOIN aspects a ON a.urn = around.urn AND a.name = 'container' WHERE level < ${maxLevels})
       SELECT of AS urn, json_agg(body->>'platform' ORDER BY level) AS platforms
         FROM around JOIN aspects i ON i.urn = around.urn AND i.name = 'dataPlatformInstance'
        WHERE octet_length(body->>'platform') <= ${maxBytes} GROUP BY of`,
      [urns],
    );
    return new Map(rows.map(({ urn, platforms }) => [urn, platforms]));
  };

import type { Query } from '../db/query.js';
import type { ReadContainers } from './containers.js';

/** As many levels of containers are followed. */
const levels = 32;

/**
 * Returns the containers that entities are in, directly or not, in one statement. An entity that does not exist is in
 * none. Containers of several entities are followed once. OFFSET 0 keeps the lookup by source; without statistics, the
 * database would replace it by a scan for each row.
 */
export async function selectContainers(
  query: Query,
  urns: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (urns.length === 0) return new Map();
  const rows = await query<{ source: string; target: string }>(
    `WITH RECURSIVE direct AS MATERIALIZED (
       SELECT source, target FROM entity_references
        WHERE source = ANY($1::text[]) AND aspect = 'container' AND relationship = 'IsPartOf'),
     step(source, target, level) AS (
       SELECT DISTINCT NULL::text COLLATE "C", target, 1 FROM direct
       UNION
       SELECT r.source, r.target, s.level + 1
         FROM step s CROSS JOIN LATERAL (
                SELECT source, target FROM entity_references
                 WHERE source = s.target AND aspect = 'container' AND relationship = 'IsPartOf' OFFSET 0) r
        WHERE s.level < ${levels})
     SELECT source, target FROM direct UNION SELECT source, target FROM step WHERE source IS NOT NULL`,
    [[...new Set(urns)]],
  );
  const parents = new Map(rows.map(({ source, target }) => [source, target]));
  return new Map(urns.map((urn) => [urn, above(urn, parents)]));
}

function above(urn: string, parents: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  let parent = parents.get(urn);
  while (parent !== undefined && found.size < levels && !found.has(parent)) {
    found.add(parent);
    parent = parents.get(parent);
  }
  return [...found];
}

/** @param query of the transaction that asks, or of the database */
export const containerReads =
  (query: Query): ReadContainers =>
  (urns) =>
    selectContainers(query, urns);

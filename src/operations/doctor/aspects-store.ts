import type { AspectKey } from '../../aspects/aspect.js';
import { aspectNames, entityTypes } from '../../datahub/aspects/models.js';
import type { Query } from '../../db/query.js';

/** Returns the number of stored aspects that DataHub has. */
export async function countKnown(query: Query): Promise<number> {
  const [row] = await query<{ count: number }>(
    'SELECT count(*)::float8 AS count FROM aspects WHERE name = ANY($1::text[])',
    [aspectNames],
    { unprepared: true },
  );
  return row!.count;
}

/** Returns aspects that DataHub has, chosen at random. */
export const sampleKnown = (query: Query, count: number): Promise<AspectKey[]> =>
  query(
    `SELECT urn, name FROM aspects WHERE name = ANY($1::text[]) ORDER BY random() LIMIT $2::int`,
    [aspectNames, count],
    { unprepared: true },
  );

/** Returns the next aspects that DataHub has, in the order of their keys. */
export const knownAfter = (query: Query, { urn, name }: AspectKey, count: number): Promise<AspectKey[]> =>
  query(
    `SELECT urn, name FROM aspects WHERE (urn, name) > ($1, $2) AND name = ANY($3::text[])
      ORDER BY urn, name LIMIT $4::int`,
    [urn, name, aspectNames, count],
  );

export interface UnknownName {
  readonly kind: 'aspect' | 'entity type';
  readonly name: string;
  readonly count: number;
}

const listedMax = 20;

/** Returns the most frequent names of aspects and entity types that DataHub does not have, at most 20. */
export const listUnknownNames = (query: Query): Promise<UnknownName[]> =>
  query(
    `SELECT kind, name, count::float8 AS count
       FROM (SELECT 'aspect' AS kind, name, count(*) AS count FROM aspects WHERE name <> ALL ($1::text[]) GROUP BY name
             UNION ALL
             SELECT 'entity type', type, count(*) FROM entities WHERE type <> ALL ($2::text[]) GROUP BY type) found
      ORDER BY count DESC, kind, name LIMIT ${listedMax}`,
    [aspectNames, entityTypes],
  );

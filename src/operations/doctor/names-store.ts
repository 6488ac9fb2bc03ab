import { aspectNames, entityTypes } from '../../datahub/aspects/models.js';
import type { Query } from '../../db/query.js';

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

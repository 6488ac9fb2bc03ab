import type { Deadline } from '../../core/deadline.js';
import type { Database } from '../../db/database.js';
import type { SearchRequest } from '../request.js';
import { searchedTypes } from '../types.js';
import { anyEntity, type CountedValue, type ValueCount } from './counted-value.js';

interface FieldCount extends ValueCount {
  /** Of `counts`. With the field of any entity, the value is a type. */
  readonly field: string;
}

type Entities = Pick<SearchRequest, 'types' | 'includeSoftDeleted'>;

/** More than there are types. */
const maxTypes = 1_000;

export type CountsStore = ReturnType<typeof countsStore>;

/**
 * Reads counts. They are exact at any moment, and what they cost does not depend on the number of entities, except while
 * those of an older catalog are not counted yet.
 */
export function countsStore({ read }: Pick<Database, 'read'>) {
  return {
    /** Returns the number of entities that have a value. */
    async total(
      { field, value }: CountedValue,
      { types, includeSoftDeleted }: Entities,
      deadline?: Deadline,
    ): Promise<number> {
      const [row] = await read<{ total: number }>(
        `SELECT coalesce(sum(count), 0)::bigint AS total FROM current_counts
          WHERE field = $1 AND key = count_key($2) AND type = ANY($3::text[]) AND ($4 OR NOT removed)`,
        [field, value, searchedTypes(types), includeSoftDeleted],
        { deadline },
      );
      return row!.total;
    },

    /** Returns the commonest values of fields, the commonest first, and then in the order of their bytes. */
    values(
      fields: readonly string[],
      { types, includeSoftDeleted }: Entities,
      maxValues: number,
      deadline?: Deadline,
    ): Promise<FieldCount[]> {
      return read<FieldCount>(
        `SELECT f.field, v.value, v.count
           FROM unnest($1::text[]) AS f(field) CROSS JOIN LATERAL (
             SELECT CASE f.field WHEN '${anyEntity}' THEN c.type ELSE c.value END AS value, sum(c.count)::bigint AS count
               FROM current_counts c
              WHERE c.field = f.field AND c.type = ANY($2::text[]) AND ($3 OR NOT c.removed)
              GROUP BY 1 HAVING sum(c.count) > 0 ORDER BY 2 DESC, 1
              LIMIT CASE f.field WHEN '${anyEntity}' THEN ${maxTypes} ELSE $4::int END) AS v`,
        [fields, searchedTypes(types), includeSoftDeleted, maxValues],
        { deadline },
      );
    },
  };
}

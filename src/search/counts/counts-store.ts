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
 * those of an older catalog are not counted yet. The fields are literals, so that the plan reads nothing of others.
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
          WHERE field = '${field}' AND key = count_key($1) AND type = ANY($2::text[]) AND ($3 OR NOT removed)`,
        [value, searchedTypes(types), includeSoftDeleted],
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
      const counts = fields.map((field) => {
        const [value, limit] = field === anyEntity ? ['type', maxTypes] : ['value', maxValues];
        return `(SELECT '${field}' AS field, ${value} AS value, sum(count)::bigint AS count FROM current_counts
          WHERE field = '${field}' AND type = ANY($1::text[]) AND ($2 OR NOT removed)
          GROUP BY ${value} HAVING sum(count) > 0 ORDER BY 3 DESC, 2 LIMIT ${limit})`;
      });
      return read<FieldCount>(counts.join(' UNION ALL '), [searchedTypes(types), includeSoftDeleted], {
        deadline,
        unprepared: true,
      });
    },
  };
}

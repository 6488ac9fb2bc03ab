import type { Actor } from '../core/actor.js';
import type { Page } from '../core/pagination.js';
import type { Database } from '../db/database.js';
import { findsAll } from './counts/counted-value.js';
import { fieldNamed, findField } from './fields.js';
import { checkPosition, type Key, toKey } from './order.js';
import { Params } from './params.js';
import type { SearchRequest, Sort } from './request.js';
import type { Found } from './results-store.js';
import type { Position } from './scroll-id.js';
import { searchedTypes } from './types.js';

/** Fields that everything of one type is sorted by with an index, and the direction of the index. */
const indexed: ReadonlyMap<string | undefined, 'ASC' | 'DESC'> = new Map([
  ['lastModifiedAt', 'DESC'],
  ['name', 'ASC'],
  ['_entityName', 'ASC'],
]);

/** Whether pages of a request are read in the order of an index. */
export const isSortedByIndex = (request: SearchRequest): boolean =>
  request.sort.length === 1 && indexed.has(fieldNamed(request.sort[0]!.field)?.name) && findsAll(request);

/**
 * Returns a function that reads a page of everything, sorted by an indexed field. Of each type it reads no more than the
 * page and what is before it.
 */
export const sortedPages =
  ({ read }: Pick<Database, 'read'>) =>
  (
    { deadline }: Actor,
    { types, includeSoftDeleted, sort }: SearchRequest,
    { start, count }: Page,
    after: Position | null,
  ): Promise<Found[]> => {
    const params = new Params();
    const [{ field, descending }] = sort as readonly [Sort];
    const { name } = findField(field);
    const key = toKey(name, descending, 'd.urn');
    const direction = descending ? 'DESC' : 'ASC';
    const given = `unnest(${params.add(searchedTypes(types), 'text[]')}) AS t(type)
      CROSS JOIN unnest(${params.add(includeSoftDeleted ? [false, true] : [false], 'boolean[]')}) AS r(removed)`;
    const parts = listParts(key, after, params).map(
      ({ where, isOfOneValue }) => `
        (SELECT d.urn, ${key.sql} AS key FROM search_documents d
          WHERE d.type = t.type AND d.removed = r.removed AND ${where}
          ORDER BY ${key.sql} ${isOfOneValue ? indexed.get(name) : direction}, d.urn LIMIT ${start + count})`,
    );
    return read<Found>(
      `SELECT p.urn, NULL::real AS score, ARRAY[p.key::text] AS keys
         FROM ${given} CROSS JOIN LATERAL (${parts.join(' UNION ALL ')}) AS p
        ORDER BY p.key ${direction} NULLS LAST, p.urn LIMIT ${count} OFFSET ${start}`,
      params.values,
      { deadline, unprepared: true },
    );
  };

interface Part {
  readonly where: string;
  /** Whether its rows are alike: they have one value, or none. The index then has them in the order of their URNs. */
  readonly isOfOneValue?: boolean;
}

/** Returns the conditions of what follows a position: ranges of the index, in its order. */
function listParts(key: Key, after: Position | null, params: Params): Part[] {
  const { sql, type, descending } = key;
  const without = `${sql} IS NULL`;
  if (after === null) return [{ where: `${sql} IS NOT NULL` }, { where: without, isOfOneValue: true }];
  checkPosition(after, [key], false);
  const urn = params.add(after.urn, 'text');
  const [value] = after.keys;
  if (value == null) return [{ where: `${without} AND d.urn > ${urn}`, isOfOneValue: true }];
  const given = params.add(value, type);
  return [
    { where: `${sql} = ${given} AND d.urn > ${urn}`, isOfOneValue: true },
    { where: `${sql} ${descending ? '<' : '>'} ${given}` },
    { where: without, isOfOneValue: true },
  ];
}

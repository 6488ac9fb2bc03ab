import type { Database } from '../db/database.js';
import { toLevel, valuesOfDocument } from './facet-level-sql.js';
import { findField } from './fields.js';
import { Params } from './params.js';

/** Values that are read of one field of one entity. */
const maxValues = 100;

/** The key of one field of one entity. Names of fields with values contain no space. */
export const factKey = (urn: string, field: string): string => `${field} ${urn}`;

/** Returns the batched read of values by `factKey`, without entities that have no document. */
export const factStore =
  ({ read }: Pick<Database, 'read'>) =>
  async (keys: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> => {
    const urnsByField = new Map<string, string[]>();
    for (const key of keys) {
      const end = key.indexOf(' ');
      const [field, urn] = [key.slice(0, end), key.slice(end + 1)];
      const urns = urnsByField.get(field);
      if (urns) urns.push(urn);
      else urnsByField.set(field, [urn]);
    }
    const params = new Params();
    const selects = [...urnsByField].map(([field, urns]) => selectValues(field, urns, params));
    const rows = await read<{ key: string; values: string[] }>(selects.join(' UNION ALL '), params.values, {
      unprepared: true,
    });
    return new Map(rows.map(({ key, values }) => [key, values]));
  };

function selectValues(field: string, urns: readonly string[], params: Params): string {
  const level = toLevel(findField(field), 'd.urn', params)!;
  return `SELECT '${field} ' || d.urn AS key,
      ARRAY(SELECT DISTINCT v.value COLLATE "C" FROM (${valuesOfDocument(level, 'd.urn')}) AS v(value)
             ORDER BY 1 LIMIT ${maxValues}) AS values
    FROM search_documents d WHERE d.urn = ANY(${params.add(urns, 'text[]')})`;
}

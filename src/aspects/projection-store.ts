import { inChunks, sumLengths } from '../db/chunks.js';
import type { Json } from '../json/lossless-json.js';
import { atOnce } from '../scheduling/steps.js';
import type { AspectTables } from './aspect.js';

type Column = 'text' | 'boolean' | 'bigint';
type Value = string | boolean | number | null;

/**
 * A table with one row for each entity that has the aspect: a copy of some members in columns, for views to read. The
 * column `urn` refers to `entities`; the row is deleted with the entity.
 *
 * @param types the columns beside `urn`
 * @param toRow returns their values; null for members that the aspect does not have
 */
export function projection<Name extends string>(
  table: string,
  types: Readonly<Record<Name, Column>>,
  toRow: (value: Readonly<Json>) => Readonly<Record<Name, Value>>,
): AspectTables {
  const names = Object.keys(types) as Name[];
  const upsert = `
    INSERT INTO ${table} (urn, ${names.join(', ')})
    SELECT * FROM unnest($1::text[], ${names.map((name, i) => `$${i + 2}::${types[name]}[]`).join(', ')})
    ON CONFLICT (urn) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  return {
    split(upserts) {
      const rows = upserts.map(({ urn, value }) => ({ urn, values: toRow(value) }));
      return atOnce({
        write: (tx) =>
          inChunks(
            rows,
            ({ urn, values }) => sumLengths(urn, ...names.map((name) => String(values[name]))),
            (chunk) =>
              tx.query(upsert, [
                chunk.map(({ urn }) => urn),
                ...names.map((name) => chunk.map(({ values }) => values[name])),
              ]),
          ),
      });
    },
    async clear(tx, keys) {
      await tx.query(`DELETE FROM ${table} WHERE urn = ANY($1::text[])`, [keys.map(({ urn }) => urn)]);
    },
  };
}

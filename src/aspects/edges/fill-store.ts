import { lineageAspects } from '../../datahub/lineage.js';
import type { Query, Transaction } from '../../db/query.js';
import { columns } from '../../db/unnest.js';
import type { AspectKey } from '../aspect.js';

/** SQL: the aspects whose edges wait for the fill, which the index `aspects_without_edges_idx` has. */
const withoutEdges = `
  name IN (${lineageAspects.map((name) => `'${name}'`).join(', ')}) AND derived_at IS DISTINCT FROM updated_at`;

/**
 * SQL: the first of them. By the order of the index, so that a plan uses it: without statistics about the difference of two
 * columns, PostgreSQL expects most aspects to wait, and would read all of them to find that none does.
 */
const firstWithoutEdges = (select: string) =>
  `SELECT ${select} FROM aspects WHERE ${withoutEdges} ORDER BY urn, name LIMIT 1`;

/** SQL: when edges wait to be filled. */
export const whenEdgesWait = firstWithoutEdges('0');

/** SQL: whether all stored aspects have their edges. */
export const allEdgesFilled = `(${firstWithoutEdges('urn')}) IS NULL`;

/** Returns the number of stored aspects whose edges are not written yet. */
export async function countWithoutEdges(query: Query): Promise<number> {
  const [row] = await query<{ count: number }>(`SELECT count(*) AS count FROM aspects WHERE ${withoutEdges}`);
  return row!.count;
}

/** Returns aspects that can have edges, chosen at random. */
export const sampleConnecting = (query: Query, count: number): Promise<AspectKey[]> =>
  query(
    'SELECT urn, name FROM aspects WHERE name = ANY($1::text[]) ORDER BY random() LIMIT $2::int',
    [lineageAspects, count],
    { unprepared: true },
  );

/** Lets the fill write the edges of entities again. */
export const forgetEdges = (query: Query, urns: readonly string[]): Promise<unknown> =>
  query('UPDATE aspects SET derived_at = NULL WHERE urn = ANY($1::text[]) AND name = ANY($2::text[])', [
    urns,
    lineageAspects,
  ]);

export const nextWithoutEdges = (query: Query, count: number): Promise<AspectKey[]> =>
  query(`SELECT urn, name FROM aspects WHERE ${withoutEdges} ORDER BY urn, name LIMIT $1`, [count]);

export const keepWithoutEdges = (tx: Transaction, keys: readonly AspectKey[]): Promise<AspectKey[]> =>
  tx.query(
    `SELECT urn, name FROM aspects
      WHERE (urn, name) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND ${withoutEdges}`,
    columns(keys, 'urn', 'name'),
  );

export const markFilled = (tx: Transaction, keys: readonly AspectKey[]): Promise<unknown> =>
  tx.query(
    `UPDATE aspects SET derived_at = updated_at
      WHERE (urn, name) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    columns(keys, 'urn', 'name'),
  );

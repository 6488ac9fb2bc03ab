import { inChunks, sumLengths } from '../../db/chunks.js';
import type { Transaction } from '../../db/query.js';
import { columns } from '../../db/unnest.js';
import type { AspectKey } from '../aspect.js';
import type { Edge } from './edges.js';

/** An aspect that can have edges, with their number. */
export interface Connecting {
  readonly source: string;
  readonly aspect: string;
  readonly count: number;
}

/** Replaces all edges of aspects of locked entities, as `replaceReferences` does. */
export async function replaceEdges(
  tx: Transaction,
  connecting: readonly Connecting[],
  edges: readonly Edge[],
): Promise<void> {
  if (connecting.length === 0) return;
  await inChunks(
    edges.map(toRow),
    ({ source, upstream, upstreamColumn, downstream, downstreamColumn }) =>
      sumLengths(source, upstream, upstreamColumn, downstream, downstreamColumn),
    (chunk) => tx.query(upsert, columns(chunk, ...fields)),
  );
  await tx.query(
    `DELETE FROM lineage_edges e USING unnest($1::text[], $2::text[], $3::int[]) AS input(source, aspect, count)
      WHERE (e.source, e.aspect) = (input.source, input.aspect) AND e.position >= input.count`,
    columns(connecting, 'source', 'aspect', 'count'),
  );
}

const toRow = ({ upstream, downstream, stamps, ...edge }: Edge) => ({
  ...edge,
  changedAt: stamps?.updatedOn ?? stamps?.createdOn ?? null,
  stamps: stamps && JSON.stringify(stamps),
  upstream: upstream.urn,
  upstreamColumn: upstream.column,
  upstreamPath: upstream.fieldPath,
  downstream: downstream.urn,
  downstreamColumn: downstream.column,
  downstreamPath: downstream.fieldPath,
});

const fields = [
  ...([
    'source',
    'aspect',
    'position',
    'relationship',
    'upstream',
    'upstreamColumn',
    'upstreamPath',
  ] as const),
  ...(['downstream', 'downstreamColumn', 'downstreamPath', 'changedAt', 'stamps'] as const),
];

const values = [
  ...['relationship', 'upstream', 'upstream_column', 'upstream_path'],
  ...['downstream', 'downstream_column', 'downstream_path', 'changed_at', 'stamps'],
];
const list = (from: string) => values.map((column) => `${from}.${column}`).join(', ');

const rows = `
  SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                       $9::text[], $10::text[], $11::bigint[], $12::text[]::jsonb[])`;

const upsert = `
  INSERT INTO lineage_edges AS e (source, aspect, position, ${values.join(', ')}) ${rows}
  ON CONFLICT (source, aspect, position) DO UPDATE SET ${values.map((column) => `${column} = excluded.${column}`).join(', ')}
   WHERE (${list('e')}) IS DISTINCT FROM (${list('excluded')})`;

/** Returns those of some aspects whose stored edges are not these. */
export const differingEdges = (
  tx: Transaction,
  connecting: readonly Connecting[],
  edges: readonly Edge[],
): Promise<AspectKey[]> =>
  tx.query(
    `WITH given AS (${rows}), stored AS (
       SELECT source, aspect, position, ${values.join(', ')} FROM lineage_edges
        WHERE (source, aspect) IN (SELECT * FROM unnest($13::text[], $14::text[])))
     SELECT DISTINCT source AS urn, aspect AS name
       FROM ((TABLE given EXCEPT TABLE stored) UNION ALL (TABLE stored EXCEPT TABLE given))
              AS d(source, aspect, position, ${values.join(', ')}) ORDER BY source, aspect`,
    [...columns(edges.map(toRow), ...fields), ...columns(connecting, 'source', 'aspect')],
    { unprepared: true },
  );

import { inBatch } from '../../aspects/batch.js';
import { forgetEdges } from '../../aspects/edges/fill-store.js';
import type { AspectStorage } from '../../aspects/kernel.js';
import type { Query } from '../../db/query.js';
import { hiddenEntityTypes } from '../../visibility/secrets.js';
import { analyzeSearch, batchSize, rebuildNext } from './rebuild-store.js';
import { recountTags } from './recount-store.js';

/** Where a reindex begins: where the one before was ended, or at the start. */
export interface ReindexStart {
  /** The last URN that is done; empty: none is. */
  readonly last: string;
  readonly done: number;
  readonly total: number;
}

export async function readReindex(query: Query): Promise<ReindexStart> {
  const [row] = await query<ReindexStart>(
    `SELECT coalesce(reindexed_to, '') AS last, (SELECT count(*) FROM entities) AS total,
            (SELECT count(*) FROM entities WHERE urn <= reindexed_to) AS done FROM search_state`,
  );
  return row!;
}

/**
 * Rebuilds the documents and the counts of tags of the next entities, and stores the progress.
 *
 * @returns the number of processed entities, and the last of them; null when there are no more
 */
export const reindexNext = (
  storage: AspectStorage,
  from: string,
): Promise<{ done: number; last: string | null }> =>
  inBatch(storage, batchSize, async (tx, size) => {
    // A fill also locks it before entities.
    await tx.query('SELECT FROM search_state FOR UPDATE');
    const urns = await rebuildNext(tx, from, size);
    await tx.query('DELETE FROM search_documents WHERE urn = ANY($1::text[]) AND type = ANY($2::text[])', [
      urns,
      hiddenEntityTypes,
    ]);
    await recountTags(tx, urns);
    await forgetEdges(tx.query, urns);
    const last = urns.at(-1) ?? null;
    if (last !== null) await tx.query('UPDATE search_state SET reindexed_to = $1', [last]);
    return { done: urns.length, last };
  });

/** Deletes documents and counts of entities that do not exist, and records that all documents are written. */
export async function finishReindex(query: Query): Promise<void> {
  for (const sql of [
    'DELETE FROM search_documents d WHERE NOT EXISTS (SELECT FROM entities e WHERE e.urn = d.urn)',
    'DELETE FROM tagged_entities p WHERE NOT EXISTS (SELECT FROM entities e WHERE e.urn = p.entity_urn)',
    'UPDATE search_state SET reindexed_to = NULL, filled_to = NULL',
  ])
    await query(sql, [], { unprepared: true });
  await analyzeSearch(query);
}

import { inBatch } from '../../aspects/batch.js';
import type { AspectStorage, AspectTransaction } from '../../aspects/kernel.js';
import { type EntityKey, lockEntities } from '../../aspects/lock-store.js';
import type { Query, Transaction } from '../../db/query.js';
import { replaceDocuments } from './document-store.js';
import { documentsFor } from './whole-documents.js';

/** How far the documents are filled of the entities that were there before search. */
export interface FillState {
  /** The last URN whose document is filled; null: all are. */
  readonly filledTo: string | null;
  readonly done: number;
  readonly total: number;
}

const state = 'SELECT filled_to AS "filledTo", done, total FROM search_state';

export async function fillState(query: Query): Promise<FillState> {
  const [row] = await query<FillState>(state);
  return row!;
}

/** SQL: when documents wait to be filled. */
export const documentsWait = 'SELECT 0 FROM search_state WHERE filled_to IS NOT NULL';

/** Entities of one transaction. */
export const batchSize = 200;
/** Bytes of their aspects. Those of one entity alone may be more. */
const maxBytes = 16_000_000;

/** Makes all documents again from the next fill on. The old ones are found until then. */
export const startFill = (tx: Transaction): Promise<unknown> =>
  tx.query(
    `UPDATE search_state SET filled_to = CASE WHEN entities > 0 THEN '' END, done = 0, total = entities
       FROM (SELECT count(*) AS entities FROM entities) AS counted`,
  );

/**
 * Fills the documents of the next entities. Writers of these entities wait for its transaction; readers do not. Of
 * several processes, one fills at a time.
 *
 * @returns whether it has filled some
 */
export async function fillNext(storage: AspectStorage, size = batchSize): Promise<boolean> {
  if ((await fillState(storage.db.query)).filledTo === null) return false;
  return inBatch(storage, size, fill);
}

/** Plans go by what there was before, and the embedded database has nothing that does this in the background. */
export const analyzeSearch = (query: Query): Promise<unknown> =>
  query('ANALYZE search_documents, tagged_entities', [], { unprepared: true });

async function fill(tx: AspectTransaction, size: number): Promise<boolean> {
  const [from] = await tx.query<FillState>(`${state} WHERE filled_to IS NOT NULL FOR UPDATE SKIP LOCKED`);
  if (!from) return false;
  const urns = await rebuildNext(tx, from.filledTo!, size);
  if (urns.length === 0) await analyzeSearch(tx.query);
  await tx.query('UPDATE search_state SET filled_to = $1, done = done + $2', [
    urns.at(-1) ?? null,
    urns.length,
  ]);
  return urns.length > 0;
}

/** Locks the next entities after a URN, and replaces their documents. @returns their URNs */
export async function rebuildNext(tx: AspectTransaction, from: string, size: number): Promise<string[]> {
  const entities = await tx.query<EntityKey>(
    'SELECT urn, type FROM entities WHERE urn > $1 ORDER BY urn LIMIT $2',
    [from, size],
  );
  const urns = entities.map(({ urn }) => urn);
  const locked = new Set(await lockEntities(tx, urns, 'write'));
  const there = entities.filter(({ urn }) => locked.has(urn));
  await replaceDocuments(tx, await documentsFor(tx, there, size === 1 ? undefined : maxBytes));
  return urns;
}

import type { AuditStamp } from '../core/clock.js';
import { inChunks } from '../db/chunks.js';
import type { Query, Transaction } from '../db/query.js';

export interface EntityKey {
  readonly urn: string;
  readonly type: string;
}

/** Writers of an entity's aspects wait for each other; those that mention it only keep it from going. */
const locks = { deleting: 'FOR UPDATE', writing: 'FOR NO KEY UPDATE', mentioning: 'FOR KEY SHARE' } as const;
export type Lock = keyof typeof locks;

/**
 * Makes the entities that are not there, and locks the others, one after the other in the order that is given: in that
 * of the bytes of their URNs.
 *
 * @returns the URNs of those that were made
 */
export async function makeOrLock(
  tx: Transaction,
  entities: readonly EntityKey[],
  { time, actor }: AuditStamp,
  lock: 'deleting' | 'writing',
): Promise<string[]> {
  const made: string[] = [];
  // The action locks a row that is there although its condition is false: in a mode that spares the key, or does not.
  const column = lock === 'deleting' ? 'urn' : 'type';
  await inChunks(
    entities,
    ({ urn }) => urn.length,
    async (chunk) => {
      const rows = await tx.query<{ urn: string }>(
        `INSERT INTO entities (urn, type, created_at, created_by)
         SELECT u, t, $3::bigint, $4 FROM unnest($1::text[], $2::text[]) AS e(u, t) ORDER BY u COLLATE "C"
         ON CONFLICT (urn) DO UPDATE SET ${column} = entities.${column} WHERE false RETURNING urn`,
        [chunk.map(({ urn }) => urn), chunk.map(({ type }) => type), time, actor],
      );
      for (const { urn } of rows) made.push(urn);
    },
  );
  const types = new Map(entities.map(({ urn, type }) => [urn, type]));
  const tags = made.filter((urn) => types.get(urn) === 'tag');
  await inChunks(
    tags,
    (urn) => urn.length,
    (chunk) => tx.query('INSERT INTO tags (urn) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [chunk]),
  );
  return made;
}

/** Locks those that are there, in the order of their URNs. @returns them */
export async function lockEntities(tx: Transaction, urns: readonly string[], lock: Lock): Promise<string[]> {
  const rows = await tx.query<{ urn: string }>(
    `SELECT urn FROM entities WHERE urn = ANY($1::text[]) ORDER BY urn ${locks[lock]}`,
    [urns],
  );
  return rows.map(({ urn }) => urn);
}

/** Those of some entities that are there now; nothing is held. */
export async function findEntities(tx: Transaction, urns: readonly string[]): Promise<Set<string>> {
  if (urns.length === 0) return new Set();
  const rows = await tx.query<{ urn: string }>('SELECT urn FROM entities WHERE urn = ANY($1::text[])', [
    urns,
  ]);
  return new Set(rows.map(({ urn }) => urn));
}

/** When and by whom an entity was created; null: there is none. */
export async function creationOf(query: Query, urn: string): Promise<AuditStamp | null> {
  const [row] = await query<AuditStamp>(
    'SELECT created_at AS time, created_by AS actor FROM entities WHERE urn = $1',
    [urn],
  );
  return row ?? null;
}

/** Deletes entities that are held, with their aspects. @returns how many aspects there were */
export async function deleteEntityRows(tx: Transaction, urns: readonly string[]): Promise<number> {
  const [counted] = await tx.query<{ rows: number }>(
    'SELECT count(*) AS rows FROM aspects WHERE urn = ANY($1::text[])',
    [urns],
  );
  await tx.query('DELETE FROM entities WHERE urn = ANY($1::text[])', [urns]);
  return counted!.rows;
}

/** Entities without aspects, unless they are tags that are on something. */
export async function deleteUnused(tx: Transaction, urns: readonly string[]): Promise<void> {
  if (urns.length === 0) return;
  await tx.query(
    `DELETE FROM entities e WHERE urn = ANY($1::text[])
        AND NOT EXISTS (SELECT FROM global_tags g WHERE g.tag_urn = e.urn)`,
    [urns],
  );
}

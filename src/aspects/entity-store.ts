import type { AuditStamp } from '../core/clock.js';
import { inChunks } from '../db/chunks.js';
import type { Query, Transaction } from '../db/query.js';
import { createDocuments } from '../search/documents/document-store.js';
import { allTables } from '../stored-aspects.js';
import { type EntityKey, insertOrLockEntities } from './lock-store.js';

/** Creates entities within a transaction that has locked and deleted them. @returns the URNs of those created */
export async function recreateEntities(
  tx: Transaction,
  entities: readonly EntityKey[],
  audit: AuditStamp,
): Promise<string[]> {
  const created = await insertOrLockEntities(tx, entities, audit, 'write');
  const types = new Map(entities.map(({ urn, type }) => [urn, type]));
  await insertTags(
    tx,
    created.filter((urn) => types.get(urn) === 'tag'),
  );
  return created;
}

/** The rows of new tags, without properties. */
export async function insertTags(tx: Transaction, urns: readonly string[]): Promise<void> {
  await inChunks(
    urns,
    (urn) => urn.length,
    (chunk) => tx.query('INSERT INTO tags (urn) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [chunk]),
  );
  await createDocuments(
    tx,
    urns.map((urn) => ({ urn, type: 'tag' })),
  );
}

/** Which of these entities exist now. Nothing is locked. */
export async function findEntities(tx: Transaction, urns: readonly string[]): Promise<Set<string>> {
  if (urns.length === 0) return new Set();
  const rows = await tx.query<{ urn: string }>('SELECT urn FROM entities WHERE urn = ANY($1::text[])', [
    urns,
  ]);
  return new Set(rows.map(({ urn }) => urn));
}

/** Returns who created these entities and when; nothing for those that do not exist. */
export async function creationsOf(query: Query, urns: readonly string[]): Promise<Map<string, AuditStamp>> {
  const rows = await query<AuditStamp & { urn: string }>(
    'SELECT urn, created_at AS time, created_by AS actor FROM entities WHERE urn = ANY($1::text[])',
    [urns],
  );
  return new Map(rows.map(({ urn, ...stamp }) => [urn, stamp]));
}

/** What a deleted entity had. */
export interface DeletedEntity {
  readonly aspects: readonly string[];
  /** How many entities and edited columns had it as a tag. */
  readonly tagged: number;
}

/** Deletes locked entities with everything about them but their events. @returns what they had, by URN */
export async function deleteEntityRows(
  tx: Transaction,
  urns: readonly string[],
): Promise<ReadonlyMap<string, DeletedEntity>> {
  const rows = await tx.query<DeletedEntity & { urn: string }>(
    // Only a tag is counted: where a few tags are on everything, the count for any other entity would read every row.
    `WITH deleted AS (DELETE FROM entities WHERE urn = ANY($1::text[]) RETURNING urn)
     SELECT urn, ARRAY(SELECT name FROM aspects a WHERE a.urn = d.urn ORDER BY name) AS aspects,
            CASE WHEN d.urn LIKE 'urn:li:tag:%'
                 THEN (SELECT count(*) FROM global_tags g WHERE g.tag_urn = d.urn) ELSE 0 END AS tagged
       FROM deleted d`,
    [urns],
  );
  for (const tables of allTables) await tables.deleteEntities?.(tx, urns);
  return new Map(rows.map(({ urn, ...had }) => [urn, had]));
}

/** @param urns entities without aspects. Those that are a tag of an entity or a column stay. */
export async function deleteUnused(tx: Transaction, urns: readonly string[]): Promise<void> {
  if (urns.length === 0) return;
  await tx.query(
    `DELETE FROM entities e WHERE urn = ANY($1::text[])
        AND NOT EXISTS (SELECT FROM global_tags g WHERE g.tag_urn = e.urn)`,
    [urns],
  );
}

import { operator, writeOrigin } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { inChunks } from '../db/chunks.js';
import type { Query, Transaction } from '../db/query.js';
import type { MetadataTransaction } from './changes.js';
import { savedAspects } from './document-store.js';
import { type EntityKey, insertOrLockEntities, isClearing, isTag } from './lock-store.js';

/** Creates the entities that do not exist, and locks the others. @returns the URNs of those created */
export async function createEntities(
  tx: MetadataTransaction,
  entities: readonly EntityKey[],
  audit: AuditStamp,
): Promise<string[]> {
  const created = new Set(await insertOrLockEntities(tx, entities, audit, 'write'));
  await recordCreated(
    tx,
    entities.filter(({ urn }) => created.has(urn)),
  );
  return [...created];
}

/** Completes entities that were inserted: a tag has a row of `tags`, without properties. */
export async function recordCreated(tx: MetadataTransaction, entities: readonly EntityKey[]): Promise<void> {
  tx.changes.addCreated(entities);
  await inChunks(
    entities.filter(({ type }) => type === 'tag').map(({ urn }) => urn),
    (urn) => urn.length,
    (chunk) => tx.query('INSERT INTO tags (urn) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [chunk]),
  );
}

/** Returns the existing entities among these, without locks. */
export async function findEntities(tx: Transaction, urns: readonly string[]): Promise<Set<string>> {
  if (urns.length === 0) return new Set();
  const rows = await tx.query<{ urn: string }>('SELECT urn FROM entities WHERE urn = ANY($1::text[])', [
    urns,
  ]);
  return new Set(rows.map(({ urn }) => urn));
}

/** Returns who created these entities and when; nothing for those that do not exist. */
export async function readCreations(query: Query, urns: readonly string[]): Promise<Map<string, AuditStamp>> {
  const rows = await query<AuditStamp & { urn: string }>(
    'SELECT urn, created_at AS time, created_by AS actor FROM entities WHERE urn = ANY($1::text[])',
    [urns],
  );
  return new Map(rows.map(({ urn, ...stamp }) => [urn, stamp]));
}

/** The former contents of a deleted entity. */
export interface DeletedEntity {
  readonly aspects: readonly string[];
  /** The number of entities and edited columns that had it as a tag. */
  readonly tagged: number;
}

/** Deletes locked entities with everything about them but their events. @returns what they had, by URN */
export async function deleteEntityRows(
  tx: MetadataTransaction,
  urns: readonly string[],
): Promise<ReadonlyMap<string, DeletedEntity>> {
  await storeInTags(tx, urns.filter(isTag));
  const rows = await tx.query<DeletedEntity & { urn: string }>(
    `WITH deleted AS (DELETE FROM entities WHERE urn = ANY($1::text[]) RETURNING urn)
     SELECT urn, ARRAY(SELECT name FROM aspects a WHERE a.urn = d.urn ORDER BY name) AS aspects,
            CASE WHEN d.urn LIKE 'urn:li:tag:%'
                 THEN (SELECT coalesce(sum(c.count), 0)::bigint FROM current_counts c
                        WHERE c.field IN ('entityTags', 'editedColumns') AND c.key = d.urn) ELSE 0 END AS tagged
       FROM deleted d`,
    [urns],
  );
  for (const tables of tx.aspects.tables) await tables.deleteEntities?.(tx, urns);
  tx.changes.addDeleted(urns);
  return new Map(rows.map(({ urn, ...had }) => [urn, had]));
}

/** Leaves in tags that are about to be deleted what a trigger stores of them (tags/restore-store.ts). */
async function storeInTags(tx: MetadataTransaction, urns: readonly string[]): Promise<void> {
  if (urns.length === 0) return;
  const deletedBy = tx.isRecorded ? (tx.requester ?? operator).urn : null;
  await tx.query(
    `UPDATE tags t SET deletion = json_build_object('by', $2::text, 'changeSet', $3::json->>'requestId', 'origin', $3::json,
              'aspects', ${savedAspects(tx.aspects, 't.urn')})
      WHERE urn = ANY($1::text[])`,
    [urns, deletedBy, writeOrigin(tx.requester ?? operator)],
  );
}

/** Deletes the entities that the transaction has created and that have nothing. Tags of an entity or a column stay. */
export async function deleteUnused(tx: MetadataTransaction): Promise<void> {
  const urns = tx.changes.unused();
  if (urns.length === 0) return;
  const [state] = await tx.query<{ clearing: boolean; lastDeletion: number }>(
    `SELECT ${isClearing} AS clearing, coalesce((SELECT max(id) FROM deleted_tags), 0) AS "lastDeletion"`,
  );
  // The view, whose plan may read all places, is only needed while places of deleted tags are left.
  const places = state!.clearing ? 'current_global_tags' : 'global_tags';
  const deleted = await tx.query<{ urn: string }>(
    `DELETE FROM entities e WHERE urn = ANY($1::text[])
        AND NOT EXISTS (SELECT FROM ${places} g WHERE g.tag_urn = e.urn) RETURNING urn`,
    [urns],
  );
  const gone = deleted.map(({ urn }) => urn);
  // A trigger stores the deletion of each tag. These never were there for anybody: they must not be listed and restored.
  if (gone.some(isTag))
    await tx.query('DELETE FROM deleted_tags WHERE urn = ANY($1::text[]) AND id > $2::bigint', [
      gone,
      state!.lastDeletion,
    ]);
  tx.changes.addDeleted(gone);
}

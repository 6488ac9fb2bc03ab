import { isClearing, lockEntities } from '../aspects/lock-store.js';
import type { Requester } from '../core/actor.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { insertRemovedTags, restoredColumns } from '../history/insert-sql.js';
import { isOfCurrentTag } from './removed-store.js';

/** Rows of one part, and those of the last entity. A part takes some tens of milliseconds. */
const partSize = 500;

/**
 * Moves the places that locked entities and their columns had of deleted tags to `deleted_tag_places`. No reader sees
 * such places, but a tag with the same id could not be added where they are. The history gets their removal here, so that
 * a deletion is one short transaction. That people have removed deleted tags is forgotten.
 */
export async function clearPlaces(tx: Transaction, urns: readonly string[]): Promise<void> {
  // The first deletion after the place was added.
  const deletion = (place: string) => `(SELECT min(d.id) FROM deleted_tags d
    WHERE NOT d.is_cleared AND d.urn = ${place}.tag_urn AND d.places_to >= ${place}.position)`;
  await tx.query(
    `WITH forgotten AS (
       DELETE FROM removed_associations r
        WHERE r.resource_urn = ANY($1::text[]) AND ${isClearing} AND NOT ${isOfCurrentTag}
     ), moved AS (
       DELETE FROM global_tags g WHERE g.resource_urn = ANY($1::text[]) AND ${isClearing}
                                    AND ${deletion('g')} IS NOT NULL RETURNING g.*
     ), place AS (
       SELECT ${deletion('m')} AS deletion_id, m.* FROM moved m
     ), stored AS (
       INSERT INTO deleted_tag_places (deletion_id, position, resource_urn, field_path, body, created_at, created_by, is_edited)
       SELECT deletion_id, position, resource_urn, field_path, body, created_at, created_by, is_edited FROM place
     )
     ${insertRemovedTags(recorded)}`,
    [urns],
  );
}

/** The places of deletions that the history records. Deletions of earlier builds have a change set only. */
const recorded = `(
  SELECT p.resource_urn AS urn, p.field_path AS path, p.tag_urn AS tag, d.deleted_by AS actor, p.position AS ordinal,
         coalesce(d.origin, json_build_object('requestId', d.change_set))::text AS origin,
         ${restoredColumns('p')}
    FROM place p JOIN deleted_tags d ON d.id = p.deletion_id WHERE d.deleted_by IS NOT NULL) c`;

/**
 * Clears the next places of the first tag whose places are not cleared yet. Nothing that a caller can see changes, so it
 * needs no rights. Of several processes, one does this at a time; one that is killed has done its last part.
 *
 * @returns whether there may be more
 */
export async function clearNext(db: Database, size = partSize): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [lock] = await tx.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${lockKey}) AS locked`,
    );
    return lock!.locked && clearPart(tx, null, size);
  });
}

/** Clears the next places of one tag, which must not exist. @returns whether there may be more */
export const clearNextOf = (db: Database, urn: string, requester: Requester): Promise<boolean> =>
  transaction(
    db,
    async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(${lockKey})`);
      return clearPart(tx, urn, partSize);
    },
    requester,
  );

const lockKey = `hashtext('catalog.tags.clear')`;

/** @param tagUrn null: the first tag whose places are not cleared */
async function clearPart(tx: Transaction, tagUrn: string | null, size: number): Promise<boolean> {
  const [deletion] = await tx.query<{ id: number; urn: string; placesTo: number; clearedTo: string }>(
    `SELECT id, urn, places_to AS "placesTo", cleared_to AS "clearedTo" FROM deleted_tags
        WHERE NOT is_cleared AND ($1::text IS NULL OR urn = $1) ORDER BY id LIMIT 1`,
    [tagUrn],
  );
  if (!deletion) return false;
  const { id, urn, placesTo, clearedTo } = deletion;
  const places = (table: string) => `
    (SELECT resource_urn FROM ${table} WHERE tag_urn = $1 AND resource_urn > $2 AND position <= $3::bigint
      ORDER BY resource_urn LIMIT ${size})`;
  const holders = await tx.query<{ urn: string }>(
    `SELECT DISTINCT resource_urn AS urn
         FROM (SELECT resource_urn FROM (${places('global_tags')} UNION ALL ${places('removed_associations')}) all_places
                ORDER BY resource_urn LIMIT ${size}) places ORDER BY resource_urn`,
    [urn, clearedTo, placesTo],
  );
  const urns = holders.map((holder) => holder.urn);
  await clearPlaces(tx, await lockEntities(tx, urns, 'write'));
  await tx.query(
    'UPDATE deleted_tags SET is_cleared = $2, cleared_to = coalesce($3, cleared_to) WHERE id = $1::bigint',
    [id, urns.length === 0, urns.at(-1) ?? null],
  );
  return true;
}

/** SQL: when places wait to be cleared, or tags to be deleted for good. */
export const deletedTagsWait = (days: number): string => `
  SELECT CASE WHEN NOT bool_and(is_cleared) THEN 0 ELSE min(deleted_at) + ${days} * 86400000::bigint END
    FROM deleted_tags`;

/** Rows that one transaction deletes. */
const purgeSize = 5_000;

/**
 * Deletes tags that were deleted more than these days ago, with the places that they had.
 *
 * @returns whether there may be more
 */
export async function purgeNext(db: Database, days: number): Promise<boolean> {
  const expired = `is_cleared AND deleted_at <= extract(epoch FROM clock_timestamp()) * 1000 - $1::bigint * 86400000`;
  const [purged] = await db.query<{ count: number }>(
    `WITH purged AS (
       DELETE FROM deleted_tag_places p USING (
         SELECT p.deletion_id, p.position FROM deleted_tags d JOIN deleted_tag_places p ON p.deletion_id = d.id
          WHERE ${expired} LIMIT ${purgeSize}) old
        WHERE (p.deletion_id, p.position) = (old.deletion_id, old.position) RETURNING 1
     ) SELECT count(*) AS count FROM purged`,
    [days],
  );
  if (purged!.count > 0) return true;
  await db.query(
    `DELETE FROM deleted_tags d WHERE ${expired} AND NOT EXISTS (SELECT FROM deleted_tag_places p WHERE p.deletion_id = d.id)`,
    [days],
  );
  return false;
}

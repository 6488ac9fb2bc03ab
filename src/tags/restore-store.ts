import { type AspectUpsert, withoutNulls } from '../aspects/aspect.js';
import { parseSaved, takeMemory } from '../aspects/document-store.js';
import type { AspectStorage, Aspects } from '../aspects/kernel.js';
import { lockAndRun } from '../aspects/lock-and-run.js';
import { lockEntities, lockTags } from '../aspects/lock-store.js';
import { upsertRecords, withoutLastModified } from '../aspects/record-sql.js';
import { referencedTags, toRows } from '../aspects/rows.js';
import { writeRows } from '../aspects/write.js';
import { inSchema, pathOfEdit } from '../columns/edits-sql.js';
import { type Requester, writeOrigin } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { conflict } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { columns } from '../db/unnest.js';
import { insertAddedTags, restoredColumns, taggingAspect } from '../history/insert-sql.js';
import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { runInTurns } from '../scheduling/steps.js';
import { clearNextOf } from './deleted-places-store.js';
import { deleteRemoved } from './removed-store.js';
import type { TagRow } from './tag-view.js';

export interface DeletedTag extends TagRow {
  /** The id of the deletion. */
  readonly deletion: string;
  /** JSON text; null: the deletion has stored none. */
  readonly aspects: string | null;
}

/** The numbers of places that one part has restored, and that it has skipped because they do not exist any longer. */
export interface RestoredPart {
  readonly restored: number;
  readonly skipped: number;
}

/** SQL: whether a row of `deleted_tags` can be restored. */
const isStored = (days: number) =>
  `deleted_at > extract(epoch FROM clock_timestamp()) * 1000 - ${days} * 86400000::bigint`;
/** SQL: the order of the deletions of a tag. The first one has the properties that a restoration restores. */
const order = 'aspects IS NULL AND name IS NULL, id DESC';

/** SQL: the tags that can be restored and do not exist again, with the columns of `tags`. */
export const restorableTags = (days: number): string => `
  (SELECT DISTINCT ON (urn) urn, name, description, color_hex, deleted_at FROM deleted_tags d
    WHERE ${isStored(days)} AND NOT EXISTS (SELECT FROM tags t WHERE t.urn = d.urn) ORDER BY urn, ${order})`;

export type RestoreStore = ReturnType<typeof restoreStore>;

/**
 * Restores a tag with the places of all of its deletions that are stored: between two deletions, ingestion may have
 * created the tag again with a few places only.
 *
 * @param size places of one part
 */
export function restoreStore({ db, aspects }: AspectStorage, days: number, size = 1_000) {
  const restore = restorePlaces(db.isRecorded);
  const first = `FROM deleted_tags WHERE urn = $1 AND ${isStored(days)} ORDER BY ${order} LIMIT 1`;

  return {
    /** Returns the tag as the last deletion of a tag with aspects has left it; undefined without a stored deletion. */
    async find(urn: string, { deadline }: Requester): Promise<DeletedTag | undefined> {
      const [deleted] = await db.query<DeletedTag>(
        `SELECT id::text AS deletion, urn, name, description, color_hex AS "colorHex", aspects::text AS aspects ${first}`,
        [urn],
        { deadline },
      );
      return deleted;
    },

    /**
     * Creates a deleted tag with its aspects.
     *
     * @throws CONFLICT when it exists and its restoration has not begun, or when it was deleted once more
     */
    async begin(deleted: DeletedTag, audit: AuditStamp, requester: Requester): Promise<void> {
      const { urn } = deleted;
      // Where they would be restored, readers would take them for places of the deleted tag.
      while (await clearNextOf(db, urn, requester));
      await takeMemory([deleted.aspects ?? ''], requester);
      const rows = await runInTurns(toTagRows(aspects, deleted), requester.deadline);
      const request = {
        written: [{ urn, type: 'tag' }],
        createsMissing: true,
        referencedTags: referencedTags(rows),
      };
      await lockAndRun({ db, aspects, audit, requester }, request, async (tx, { created }) => {
        if (!created.includes(urn)) {
          if (await isBegun(tx, urn)) return;
          throw existsAgain(urn);
        }
        const [last] = await tx.query<{ deletion: string }>(`SELECT id::text AS deletion ${first}`, [urn]);
        if (last?.deletion !== deleted.deletion) throw deletedAgain(urn);
        await writeRows(tx, rows, audit);
        const deletions = await tx.query<{ isCleared: boolean }>(
          `UPDATE deleted_tags SET is_restoring = true WHERE urn = $1 AND ${isStored(days)} RETURNING is_cleared AS "isCleared"`,
          [urn],
        );
        if (deletions.some(({ isCleared }) => !isCleared)) throw deletedAgain(urn);
      });
    },

    /** Restores the next places of a tag. @returns null when there are none. @throws CONFLICT when it is deleted again */
    restoreNext: (
      urn: string,
      { time, actor }: AuditStamp,
      requester: Requester,
    ): Promise<RestoredPart | null> =>
      transaction(
        db,
        async (tx) => {
          const places = await tx.query<{ deletionId: number; position: number; resourceUrn: string }>(
            `SELECT p.deletion_id AS "deletionId", p.position, p.resource_urn AS "resourceUrn"
               FROM deleted_tags d JOIN deleted_tag_places p ON p.deletion_id = d.id
              WHERE d.urn = $1 AND d.is_restoring ORDER BY p.deletion_id, p.position LIMIT ${size}`,
            [urn],
          );
          const urns = [...new Set(places.map(({ resourceUrn }) => resourceUrn))];
          const entities = await lockEntities(tx, urns, 'write');
          if ((await lockTags(tx, [urn], 'reference')).length === 0 || !(await isBegun(tx, urn)))
            throw deletedAgain(urn);
          if (places.length === 0) {
            await tx.query('DELETE FROM deleted_tags WHERE urn = $1 AND is_restoring', [urn]);
            return null;
          }
          const [part] = await tx.query<{ places: number; found: number }>(restore, [
            ...columns(places, 'deletionId', 'position'),
            ...[urn, entities, time, actor, writeOrigin(requester)],
          ]);
          return { restored: part!.found, skipped: part!.places - part!.found };
        },
        requester,
      ),
  };
}

const existsAgain = (urn: string) =>
  conflict(
    `There is a tag ${quoted(urn)} again. Delete it with deleteTag; restoreTag then restores the places of both, and the ` +
      'properties of the tag that was deleted last and had any',
  );

const deletedAgain = (urn: string) =>
  conflict(`The tag ${quoted(urn)} was deleted while it was restored. Try again`);

/** Whether an existing tag was restored from its last deletion, if only in part. Called with the tag locked. */
async function isBegun(tx: Transaction, urn: string): Promise<boolean> {
  const [last] = await tx.query<{ begun: boolean }>(
    'SELECT is_restoring AS begun FROM deleted_tags WHERE urn = $1 ORDER BY id DESC LIMIT 1',
    [urn],
  );
  // Without a deletion, another request has restored everything.
  return last?.begun ?? true;
}

function* toTagRows(known: Aspects, { urn, aspects, ...properties }: DeletedTag) {
  const upserts: AspectUpsert[] = [];
  const add = (name: string, value: Readonly<Json>, systemMetadata: string | null) =>
    upserts.push({ urn, entityType: 'tag', name, value, systemMetadata });
  // Deletions of earlier builds have stored the properties only.
  if (aspects === null && properties.name !== null)
    add('tagProperties', withoutNulls({ ...properties }), null);
  for (const { name, text, systemMetadata } of aspects === null ? [] : yield* parseSaved(known, aspects))
    add(name, (yield* parseInSteps(text)) as Json, systemMetadata);
  return yield* toRows(known, upserts);
}

/** A column that the schema names otherwise now gets the tag where it is edited. */
const currentPath = `CASE WHEN p.field_path = '' OR EXISTS (SELECT FROM editable_schema_fields e
                                   WHERE e.dataset_urn = p.dataset_urn AND e.field_path = p.field_path)
  THEN p.field_path ELSE ${pathOfEdit('p.dataset_urn', 's.path', 'e.position DESC')} END`;

/**
 * SQL: puts places of a deleted tag back where they were, in their former positions, and removes them from the places of
 * its deletion. Returns how many there were, and how many of their entities and columns exist.
 *
 * Its parameters are the deletion and the position of each place, the tag, the locked entities, the stamp, and the origin.
 */
const restorePlaces = (isRecorded: boolean): string => `
  WITH place AS (
    DELETE FROM deleted_tag_places
     WHERE (deletion_id, position) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[])) RETURNING *
  ), found AS MATERIALIZED (
    SELECT p.dataset_urn AS urn, c.path, p.position, p.body, p.created_at, p.created_by, p.is_edited
      FROM (SELECT resource_urn AS dataset_urn, simple_path(field_path) AS simple_path, * FROM place
             WHERE resource_urn = ANY($4::text[]) AND NOT is_lost) p
     CROSS JOIN LATERAL (SELECT ${inSchema('p')} AS path) s
     CROSS JOIN LATERAL (SELECT ${currentPath} AS path) c
     WHERE c.path IS NOT NULL
  ), columns AS (
    INSERT INTO editable_schema_fields (dataset_urn, field_path, has_tags)
    SELECT DISTINCT urn, path, true FROM found WHERE path <> ''
    ON CONFLICT (dataset_urn, field_path) DO UPDATE SET has_tags = true
  ), forgotten AS (${deleteRemoved('(SELECT urn, path, $3::text AS tag FROM found)')}
  ), added AS (
    INSERT INTO global_tags (resource_urn, field_path, tag_urn, position, body, created_at, created_by, is_edited)
    SELECT urn, path, $3, position, body, created_at, created_by, is_edited FROM found ORDER BY position
    ON CONFLICT DO NOTHING
    RETURNING resource_urn AS urn, field_path AS path, tag_urn AS tag, position AS ordinal, $6::text AS actor, $7::text AS origin,
              ${restoredColumns('global_tags')}
  ), records AS (
    ${upsertRecords(
      `SELECT DISTINCT urn, ${taggingAspect('path')}, $5::bigint, $6::text, $5::bigint, $6::text FROM added`,
      [],
      [withoutLastModified('aspects')],
    )}
  )${isRecorded ? `, recorded AS (${insertAddedTags('added a')})` : ''}
  SELECT (SELECT count(*) FROM place) AS places, (SELECT count(*) FROM found) AS found`;

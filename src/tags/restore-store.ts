import { type AspectUpsert, withoutNulls } from '../aspects/aspect.js';
import { parseSaved, takeMemory } from '../aspects/document-store.js';
import { lockAndRun } from '../aspects/lock-and-run.js';
import { lockEntities, lockTags } from '../aspects/lock-store.js';
import { referencedTags, toRows } from '../aspects/rows.js';
import { writeRows } from '../aspects/write.js';
import { getChangeSet, type Requester } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { conflict } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { columns } from '../db/unnest.js';
import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { runInTurns } from '../scheduling/steps.js';
import { clearNextOf } from './deleted-places-store.js';
import { restorePlaces } from './restore-sql.js';
import type { TagRow } from './tag-view.js';

export interface DeletedTag extends TagRow {
  /** JSON text; null: the deletion has stored none. */
  readonly aspects: string | null;
}

/** The numbers of places that one part has restored, and that it has skipped because they do not exist any longer. */
export interface RestoredPart {
  readonly restored: number;
  readonly skipped: number;
}

export type RestoreStore = ReturnType<typeof restoreStore>;

/**
 * Restores a tag with the places of all of its deletions that are stored: between two deletions, ingestion may have
 * created the tag again with a few places only.
 *
 * @param size places of one part
 */
export function restoreStore(db: Database, days: number, size = 1_000) {
  const isStored = `deleted_at > extract(epoch FROM clock_timestamp()) * 1000 - ${days} * 86400000::bigint`;
  const restore = restorePlaces(db.isRecorded);

  return {
    /** Returns the tag as the last deletion of a tag with aspects has left it; undefined without a stored deletion. */
    async find(urn: string, { deadline }: Requester): Promise<DeletedTag | undefined> {
      const [deleted] = await db.query<DeletedTag>(
        `SELECT urn, name, description, color_hex AS "colorHex", aspects::text AS aspects FROM deleted_tags
          WHERE urn = $1 AND ${isStored} ORDER BY aspects IS NULL AND name IS NULL, id DESC LIMIT 1`,
        [urn],
        { deadline },
      );
      return deleted;
    },

    /** Creates a deleted tag with its aspects. @throws CONFLICT when it exists and its restoration has not begun */
    async begin(deleted: DeletedTag, audit: AuditStamp, requester: Requester): Promise<void> {
      const { urn } = deleted;
      // Where they would be restored, readers would take them for places of the deleted tag.
      while (await clearNextOf(db, urn, requester));
      await takeMemory([deleted.aspects ?? ''], requester);
      const rows = await runInTurns(toTagRows(deleted), requester.deadline);
      const request = {
        written: [{ urn, type: 'tag' }],
        createsMissing: true,
        referencedTags: referencedTags(rows),
      };
      await lockAndRun({ db, audit, requester }, request, async (tx, { created }) => {
        if (!created.includes(urn)) {
          if (await isBegun(tx, urn)) return;
          throw existsAgain(urn);
        }
        await writeRows(tx, rows, audit);
        const deletions = await tx.query<{ isCleared: boolean }>(
          `UPDATE deleted_tags SET is_restoring = true WHERE urn = $1 AND ${isStored} RETURNING is_cleared AS "isCleared"`,
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
            ...[urn, entities, time, actor, getChangeSet(requester)],
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

function* toTagRows({ urn, aspects, ...properties }: DeletedTag) {
  const upserts: AspectUpsert[] = [];
  const add = (name: string, value: Readonly<Json>, systemMetadata: string | null) =>
    upserts.push({ urn, entityType: 'tag', name, value, systemMetadata });
  // Deletions of earlier builds have stored the properties only.
  if (aspects === null && properties.name !== null)
    add('tagProperties', withoutNulls({ ...properties }), null);
  for (const { name, text, systemMetadata } of aspects === null ? [] : yield* parseSaved(aspects))
    add(name, (yield* parseInSteps(text)) as Json, systemMetadata);
  return yield* toRows(upserts);
}

import { touchRecord } from '../aspects/aspect-store.js';
import { changeMetadata } from '../aspects/change-metadata.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import { deleteEntityRows } from '../aspects/entity-store.js';
import type { AspectStorage } from '../aspects/kernel.js';
import { lockForDeletion } from '../aspects/lock.js';
import { insertOrLockEntities, lockEntities } from '../aspects/lock-store.js';
import { changeInPlace } from '../aspects/write.js';
import { recordAudit } from '../audit/store.js';
import type { Requester } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { toTagId } from '../core/urn.js';
import type { TagRow } from './tag-view.js';

export interface TagProperties {
  readonly name: string;
  readonly description: string | null;
}

/** Properties to change. Undefined leaves a property as it is. */
export type TagChange = Partial<TagProperties & { readonly colorHex: string }>;

export type TagStore = ReturnType<typeof tagStore>;

export function tagStore(storage: AspectStorage) {
  return {
    /** @returns false when the tag exists */
    async create(
      urn: string,
      { name, description }: TagProperties,
      audit: AuditStamp,
      requester?: Requester,
    ): Promise<boolean> {
      const work = async (tx: MetadataTransaction) => {
        // The lock prevents the deletion of an existing tag before the next statement.
        const inserted = await insertOrLockEntities(tx, [{ urn, type: 'tag' }], audit, 'write');
        tx.changes.addCreated(inserted.map((urn) => ({ urn, type: 'tag' })));
        return changeProperties(tx, urn, audit, async () => {
          const created = await tx.query(
            'INSERT INTO tags (urn, name, description) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING urn',
            [urn, name, description],
          );
          return created.length > 0;
        });
      };
      return changeMetadata(storage, work, requester);
    },

    /** Gives a tag without properties its id as name. @returns null when the tag does not exist */
    async update(
      urn: string,
      { name, description, colorHex }: TagChange,
      audit: AuditStamp,
      requester?: Requester,
    ): Promise<TagRow | null> {
      const work = async (tx: MetadataTransaction) => {
        // A tag that another transaction creates after this is not locked: changing it would break the lock order.
        if ((await lockEntities(tx, [urn], 'write')).length === 0) return null;
        return changeProperties(tx, urn, audit, async () => {
          const [tag] = await tx.query<TagRow>(
            `UPDATE tags SET name = coalesce($2, name, $3),
                           description = CASE WHEN $4::boolean THEN $5 ELSE description END,
                           color_hex = coalesce($6, color_hex)
            WHERE urn = $1 RETURNING urn, name, description, color_hex AS "colorHex"`,
            [urn, name, toTagId(urn), description !== undefined, description, colorHex],
          );
          return tag ?? null;
        });
      };
      return changeMetadata(storage, work, requester);
    },

    /** Deletes the tag. Nothing has it any longer; its places are cleared later. @returns false when the tag does not exist */
    async delete(urn: string, requester: Requester): Promise<boolean> {
      const work = async (tx: MetadataTransaction) => {
        const exists = await lockForDeletion(tx, { urn, type: 'tag' });
        if (!exists) return false;
        const { aspects, tagged } = (await deleteEntityRows(tx, [urn])).get(urn)!;
        const detail = { aspects, ...(tagged > 0 && { tagged }) };
        await recordAudit(tx, requester, { type: 'DeleteEntityEvent', subject: urn, detail });
        return true;
      };
      return changeMetadata(storage, work, requester);
    },
  };
}

/** Changes the properties of a tag in place. @param change returns null or false when it has changed nothing */
const changeProperties = <T>(
  tx: MetadataTransaction,
  urn: string,
  audit: AuditStamp,
  change: () => Promise<T>,
): Promise<T> => {
  const aspect = { urn, entityType: 'tag', name: 'tagProperties' };
  return changeInPlace(tx, [aspect], async () => {
    const changed = await change();
    if (changed) await touchRecord(tx, aspect, audit);
    return changed;
  });
};

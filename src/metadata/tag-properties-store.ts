import type { Requester } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { tagIdOf } from '../core/urn.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { transaction } from '../db/transaction.js';
import { lockTagRows } from './lock-store.js';
import type { TagRow } from './tag-view.js';

export interface TagProperties {
  readonly name: string;
  readonly description: string | null;
}

export type TagStore = ReturnType<typeof tagStore>;

export function tagStore(db: Database) {
  return {
    /** @returns false when the tag exists */
    async create(
      urn: string,
      { name, description }: TagProperties,
      audit: AuditStamp,
      requester?: Requester,
    ): Promise<boolean> {
      const work = async (tx: Transaction) => {
        // One that is there is locked, or it could be deleted before the next line.
        await tx.query(
          `INSERT INTO entities (urn, type, created_at, created_by) VALUES ($1, 'tag', $2, $3)
           ON CONFLICT (urn) DO UPDATE SET type = entities.type WHERE false`,
          [urn, audit.time, audit.actor],
        );
        const created = await tx.query(
          'INSERT INTO tags (urn, name, description) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING urn',
          [urn, name, description],
        );
        if (created.length > 0) await touch(tx, urn, audit);
        return created.length > 0;
      };
      return transaction(db, work, requester);
    },

    /** What is undefined stays; a tag without properties gets its id for a name. @returns null when there is none */
    async update(
      urn: string,
      change: Partial<TagRow>,
      audit: AuditStamp,
      requester?: Requester,
    ): Promise<TagRow | null> {
      const { name, description, colorHex } = change;
      const work = async (tx: Transaction) => {
        // Writers of a tag queue at its entity, as those of its associations do.
        await tx.query('SELECT FROM entities WHERE urn = $1 FOR NO KEY UPDATE', [urn]);
        const [tag] = await tx.query<TagRow>(
          `UPDATE tags SET name = coalesce($2, name, $3),
                           description = CASE WHEN $4::boolean THEN $5 ELSE description END,
                           color_hex = coalesce($6, color_hex)
            WHERE urn = $1 RETURNING urn, name, description, color_hex AS "colorHex"`,
          [urn, name, tagIdOf(urn), description !== undefined, description, colorHex],
        );
        if (tag) await touch(tx, urn, audit);
        return tag ?? null;
      };
      return transaction(db, work, requester);
    },

    /** The tag and all its associations. @returns false when there is none */
    async delete(urn: string, requester?: Requester): Promise<boolean> {
      const work = async (tx: Transaction) => {
        const held = await tx.query(`SELECT urn FROM entities WHERE urn = $1 AND type = 'tag' FOR UPDATE`, [
          urn,
        ]);
        if (held.length === 0) return false;
        await lockTagRows(tx, { deleted: [urn], tagged: [], edited: [] });
        await tx.query('DELETE FROM entities WHERE urn = $1', [urn]);
        return true;
      };
      return transaction(db, work, requester);
    },
  };
}

/** tagProperties was written. */
const touch = (tx: Transaction, urn: string, { time, actor }: AuditStamp) =>
  tx.query(
    `INSERT INTO aspects (urn, name, created_at, created_by, updated_at, updated_by)
     VALUES ($1, 'tagProperties', $2, $3, $2, $3)
     ON CONFLICT (urn, name) DO UPDATE SET updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [urn, time, actor],
  );

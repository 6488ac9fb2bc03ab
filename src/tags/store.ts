import { type Database, Prisma, type Transaction } from '../db/database.js';
import { transaction } from '../db/transaction.js';
import type { Audit } from '../domain/clock.js';
import type { TagRow } from '../domain/tag-view.js';
import { tagIdOf } from '../domain/urn.js';

export interface TagProperties {
  readonly name: string;
  readonly description: string | null;
}

export type TagStore = ReturnType<typeof tagStore>;

export function tagStore(db: Database) {
  return {
    /** @returns false when the tag exists */
    async create(urn: string, properties: TagProperties, audit: Audit): Promise<boolean> {
      return transaction(db, async (tx) => {
        // One that is there is locked, or it could be deleted before the next line.
        await tx.$executeRaw(
          Prisma.sql`INSERT INTO entities (urn, type, created_at, created_by)
                     VALUES (${urn}, 'tag', ${audit.time}, ${audit.actor})
                     ON CONFLICT (urn) DO UPDATE SET type = entities.type`,
        );
        const { count } = await tx.tag.createMany({ data: { urn, ...properties }, skipDuplicates: true });
        if (count > 0) await touch(tx, urn, audit);
        return count > 0;
      });
    },

    /** What is undefined stays; a tag without properties gets its id for a name. @returns null when there is none */
    async update(urn: string, change: Partial<TagRow>, audit: Audit): Promise<TagRow | null> {
      return transaction(db, async (tx) => {
        // Writers of a tag queue at its entity, as those of its associations do.
        await tx.$queryRaw(Prisma.sql`SELECT FROM entities WHERE urn = ${urn} FOR NO KEY UPDATE`);
        const { count } = await tx.tag.updateMany({ where: { urn }, data: change });
        if (count === 0) return null;
        await tx.tag.updateMany({ where: { urn, name: null }, data: { name: tagIdOf(urn) } });
        await touch(tx, urn, audit);
        return tx.tag.findUnique({ where: { urn } });
      });
    },

    /** The tag and all its associations. @returns false when there is none */
    async delete(urn: string): Promise<boolean> {
      return transaction(db, async (tx) => {
        const { count } = await tx.entity.deleteMany({ where: { urn, type: 'tag' } });
        return count > 0;
      });
    },
  };
}

/** tagProperties was written. */
const touch = (tx: Transaction, urn: string, { time, actor }: Audit) =>
  tx.$executeRaw(
    Prisma.sql`INSERT INTO aspects (urn, name, created_at, created_by, updated_at, updated_by)
               VALUES (${urn}, 'tagProperties', ${time}, ${actor}, ${time}, ${actor})
               ON CONFLICT (urn, name) DO UPDATE SET updated_at = ${time}, updated_by = ${actor}`,
  );

import { type Database, Prisma, type Transaction } from '../db/database.js';
import { transaction } from '../db/transaction.js';
import type { Audit } from '../domain/clock.js';
import type { ColumnPath } from '../domain/field-path.js';
import type { TagRow } from '../domain/tag-view.js';
import { tagIdOf } from '../domain/urn.js';

/** One tag on an entity (an empty `fieldPath`) or on a column, by the schema's own path. */
export interface Association {
  readonly resourceUrn: string;
  readonly fieldPath: string;
  readonly tagUrn: string;
}

export interface TagProperties {
  readonly name: string;
  readonly description: string | null;
}

export type TagStore = ReturnType<typeof tagStore>;
export type TagTransaction = ReturnType<typeof tagTransaction>;

export function tagStore(db: Database) {
  return {
    /** All or nothing. */
    transaction: <T>(work: (tx: TagTransaction) => Promise<T>) =>
      transaction(db, (tx) => work(tagTransaction(tx))),

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
        const existing = await tagTransaction(tx).lockEntities([urn]);
        if (!existing.has(urn)) return null;
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

function tagTransaction(tx: Transaction) {
  return {
    /**
     * The entities that exist. Writers of one entity's tags queue here, so that whatever they do leaves what some
     * serial order of them leaves; in order of their URNs, so that no two wait for each other.
     */
    async lockEntities(urns: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await tx.$queryRaw<{ urn: string }[]>(
        Prisma.sql`SELECT urn FROM entities WHERE urn = ANY(${urns}::text[]) ORDER BY urn FOR NO KEY UPDATE`,
      );
      return new Set(rows.map(({ urn }) => urn));
    },

    /** The tags that exist, and will until this transaction ends. */
    async holdTags(urns: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await tx.$queryRaw<{ urn: string }[]>(
        Prisma.sql`SELECT urn FROM tags WHERE urn = ANY(${urns}::text[]) ORDER BY urn FOR KEY SHARE`,
      );
      return new Set(rows.map(({ urn }) => urn));
    },

    /** The columns of some datasets that have one of these paths or simple paths. */
    columns: (datasetUrns: readonly string[], paths: readonly string[]) =>
      tx.$queryRaw<(ColumnPath & { datasetUrn: string })[]>(
        Prisma.sql`SELECT dataset_urn AS "datasetUrn", field_path AS "fieldPath", simple_path AS "simplePath"
                     FROM schema_fields
                    WHERE dataset_urn = ANY(${datasetUrns}::text[])
                      AND (field_path = ANY(${paths}::text[]) OR simple_path = ANY(${paths}::text[]))
                    ORDER BY dataset_urn, position`,
      ),

    /** Adds what is not there yet, in this order, and marks the aspects as written. */
    attach: (associations: readonly Association[], { time, actor }: Audit) =>
      tx.$executeRawUnsafe(
        `WITH wanted AS (
           SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS w(urn, path, tag, ord)
         ), headers AS (
           INSERT INTO aspects (urn, name, created_at, created_by, updated_at, updated_by)
           SELECT DISTINCT urn, ${aspectOf('path')}, $4::bigint, $5, $4::bigint, $5 FROM wanted
           ON CONFLICT (urn, name) DO UPDATE SET ${edited('aspects')}, updated_at = excluded.updated_at,
                                                 updated_by = excluded.updated_by
         ), columns AS (
           INSERT INTO editable_schema_fields (dataset_urn, field_path, has_tags)
           SELECT DISTINCT urn, path, true FROM wanted WHERE path <> ''
           ON CONFLICT (dataset_urn, field_path) DO UPDATE SET has_tags = true
         )
         INSERT INTO global_tags (resource_urn, field_path, tag_urn, created_at, created_by)
         SELECT urn, path, tag, $4::bigint, $5 FROM wanted ORDER BY ord
         ON CONFLICT DO NOTHING`,
        ...columnsOf(associations),
        time,
        actor,
      ),

    /** Removes what is there; the emptied aspects stay. */
    detach: (associations: readonly Association[], { time, actor }: Audit) =>
      tx.$executeRawUnsafe(
        `WITH gone AS (
           DELETE FROM global_tags g USING unnest($1::text[], $2::text[], $3::text[]) AS w(urn, path, tag)
            WHERE (g.resource_urn, g.field_path, g.tag_urn) = (w.urn, w.path, w.tag)
           RETURNING g.resource_urn AS urn, ${aspectOf('g.field_path')} AS name
         )
         UPDATE aspects a SET ${edited('a')}, updated_at = $4::bigint, updated_by = $5
           FROM (SELECT DISTINCT urn, name FROM gone) d WHERE a.urn = d.urn AND a.name = d.name`,
        ...columnsOf(associations),
        time,
        actor,
      ),
  };
}

const aspectOf = (path: string) => `CASE ${path} WHEN '' THEN 'globalTags' ELSE 'editableSchemaMetadata' END`;

/** What was ingested may say when the columns were last modified, which now is the header's to say. */
const edited = (aspect: string) => `
  body = CASE WHEN ${aspect}.name = 'editableSchemaMetadata' AND ${aspect}.body->'lastModified' IS NOT NULL
              THEN (SELECT coalesce(json_object_agg(key, value), '{}') FROM json_each(${aspect}.body)
                     WHERE key <> 'lastModified')
              ELSE ${aspect}.body END`;

const columnsOf = (rows: readonly Association[]) => [
  rows.map((row) => row.resourceUrn),
  rows.map((row) => row.fieldPath),
  rows.map((row) => row.tagUrn),
];

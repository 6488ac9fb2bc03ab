import type { AspectKey, AssociationWrite } from '../aspects/aspect.js';
import type { AuditStamp } from '../core/clock.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';

/**
 * Replaces all tags of some locked entities, or of all their columns. An association that stays is updated, not deleted
 * and inserted: an insert would check the tag's row and so wait for a transaction that deletes the tag.
 */
export async function replaceTags(
  tx: Transaction,
  urns: readonly string[],
  of: 'entity' | 'columns',
  tags: readonly AssociationWrite[],
  { time, actor }: AuditStamp,
): Promise<void> {
  if (urns.length === 0) return;
  const [last] = await tx.query<{ position: number }>(
    `SELECT nextval(pg_get_serial_sequence('global_tags', 'position')) AS position`,
  );
  await inChunks(tags, lengthOfAssociation, (chunk) =>
    tx.query(
      `INSERT INTO global_tags (resource_urn, field_path, tag_urn, body, created_at, created_by)
         SELECT resource, path, tag, extra_fields::json, $5::bigint, $6
           FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
                WITH ORDINALITY AS input(resource, path, tag, extra_fields, ordinal)
          ORDER BY ordinal
         ON CONFLICT (resource_urn, field_path, tag_urn, source) DO UPDATE
            SET position = excluded.position, body = excluded.body,
                created_at = excluded.created_at, created_by = excluded.created_by`,
      [...columns(chunk, 'resourceUrn', 'fieldPath', 'tagUrn', 'extraFields'), time, actor],
    ),
  );
  await tx.query(
    `DELETE FROM global_tags WHERE resource_urn = ANY($1::text[]) AND (field_path <> '') = $2 AND position <= $3`,
    [urns, of === 'columns', last!.position],
  );
}

/** Deletes the tags of locked entities, or of all their columns. */
export async function clearTags(
  tx: Transaction,
  keys: readonly AspectKey[],
  of: 'entity' | 'columns',
): Promise<void> {
  await tx.query(`DELETE FROM global_tags WHERE resource_urn = ANY($1::text[]) AND (field_path <> '') = $2`, [
    keys.map(({ urn }) => urn),
    of === 'columns',
  ]);
}

/** The tags of those associations that do not exist yet. The same tag from another source is another association. */
export async function newlyAssociatedTags(
  tx: Transaction,
  associations: readonly AssociationWrite[],
): Promise<string[]> {
  const found: string[] = [];
  await inChunks(associations, lengthOfAssociation, async (chunk) => {
    const rows = await tx.query<{ urn: string }>(
      `SELECT DISTINCT tag AS urn
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS input(resource, path, tag, extra_fields)
        WHERE NOT EXISTS (SELECT FROM global_tags g
                           WHERE (g.resource_urn, g.field_path, g.tag_urn) = (resource, path, tag)
                             AND g.source = attribution_source(extra_fields::json))`,
      columns(chunk, 'resourceUrn', 'fieldPath', 'tagUrn', 'extraFields'),
    );
    for (const { urn } of rows) found.push(urn);
  });
  return found;
}

/** Returns the entities among these that have one of these tags themselves. */
export const findTagged =
  ({ query }: Transaction) =>
  async (urns: readonly string[], tagUrns: readonly string[]): Promise<ReadonlySet<string>> => {
    const rows = await query<{ urn: string }>(
      `SELECT DISTINCT resource_urn AS urn FROM global_tags
        WHERE resource_urn = ANY($1::text[]) AND field_path = '' AND tag_urn = ANY($2::text[])`,
      [urns, tagUrns],
    );
    return new Set(rows.map(({ urn }) => urn));
  };

const lengthOfAssociation = ({ resourceUrn, fieldPath, tagUrn, extraFields }: AssociationWrite) =>
  sumLengths(resourceUrn, fieldPath, tagUrn, extraFields);

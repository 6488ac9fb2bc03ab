import type { AspectKey, AssociationWrite } from '../aspects/aspect.js';
import { isClearing } from '../aspects/lock-store.js';
import type { AuditStamp } from '../core/clock.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { clearPlaces } from './deleted-places-store.js';

/** Replaces all tags of some locked entities, or of all their columns. Associations that stay are updated. */
export async function replaceTags(
  tx: Transaction,
  urns: readonly string[],
  of: 'entity' | 'columns',
  tags: readonly AssociationWrite[],
  { time, actor }: AuditStamp,
): Promise<void> {
  if (urns.length === 0) return;
  const [last] = await tx.query<{ position: number; clearing: boolean }>(
    `SELECT nextval(pg_get_serial_sequence('global_tags', 'position')) AS position, ${isClearing} AS clearing`,
  );
  if (last!.clearing) await clearPlaces(tx, urns);
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
    `DELETE FROM current_global_tags WHERE resource_urn = ANY($1::text[]) AND (field_path <> '') = $2 AND position <= $3`,
    [urns, of === 'columns', last!.position],
  );
}

/** Deletes the tags of locked entities, or of all their columns. */
export async function clearTags(
  tx: Transaction,
  keys: readonly AspectKey[],
  of: 'entity' | 'columns',
): Promise<void> {
  await tx.query(
    `DELETE FROM current_global_tags WHERE resource_urn = ANY($1::text[]) AND (field_path <> '') = $2`,
    [keys.map(({ urn }) => urn), of === 'columns'],
  );
}

/** Returns the entities among these that have one of these tags themselves. */
export const findTagged =
  ({ query }: Transaction) =>
  async (urns: readonly string[], tagUrns: readonly string[]): Promise<ReadonlySet<string>> => {
    const rows = await query<{ urn: string }>(
      `SELECT DISTINCT resource_urn AS urn FROM current_global_tags
        WHERE resource_urn = ANY($1::text[]) AND field_path = '' AND tag_urn = ANY($2::text[])`,
      [urns, tagUrns],
    );
    return new Set(rows.map(({ urn }) => urn));
  };

const lengthOfAssociation = ({ resourceUrn, fieldPath, tagUrn, extraFields }: AssociationWrite) =>
  sumLengths(resourceUrn, fieldPath, tagUrn, extraFields);

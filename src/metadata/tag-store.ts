import type { AuditStamp } from '../core/clock.js';
import { inChunks, lengthOf } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';

export interface TagOn {
  readonly resourceUrn: string;
  readonly fieldPath: string;
  readonly tagUrn: string;
  readonly body: string | null;
}

/**
 * Replaces the tags of entities (`columns` false) or of all columns of datasets, whose rows are held. Those that stay are
 * changed in their place, without a look at the tag, which somebody may wait to delete.
 */
export async function replaceTags(
  tx: Transaction,
  urns: readonly string[],
  columns: boolean,
  tags: readonly TagOn[],
  { time, actor }: AuditStamp,
): Promise<void> {
  if (urns.length === 0) return;
  const [last] = await tx.query<{ position: number }>(
    `SELECT nextval(pg_get_serial_sequence('global_tags', 'position')) AS position`,
  );
  await inChunks(
    tags,
    ({ resourceUrn, fieldPath, tagUrn, body }) => lengthOf(resourceUrn, fieldPath, tagUrn, body),
    (chunk) =>
      tx.query(
        `INSERT INTO global_tags (resource_urn, field_path, tag_urn, body, created_at, created_by)
         SELECT r, p, t, b::json, $5::bigint, $6
           FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS w(r, p, t, b, ord)
          ORDER BY ord
         ON CONFLICT (resource_urn, field_path, tag_urn) DO UPDATE
            SET position = excluded.position, body = excluded.body,
                created_at = excluded.created_at, created_by = excluded.created_by`,
        [
          chunk.map(({ resourceUrn }) => resourceUrn),
          chunk.map(({ fieldPath }) => fieldPath),
          chunk.map(({ tagUrn }) => tagUrn),
          chunk.map(({ body }) => body),
          time,
          actor,
        ],
      ),
  );
  await tx.query(
    `DELETE FROM global_tags WHERE resource_urn = ANY($1::text[]) AND (field_path <> '') = $2 AND position <= $3`,
    [urns, columns, last!.position],
  );
}

/** Those of some associations that are not there yet. */
export async function newTags(tx: Transaction, tags: readonly TagOn[]): Promise<string[]> {
  if (tags.length === 0) return [];
  const rows = await tx.query<{ urn: string }>(
    `SELECT DISTINCT t AS urn FROM unnest($1::text[], $2::text[], $3::text[]) AS w(r, p, t)
      WHERE NOT EXISTS (SELECT FROM global_tags g WHERE (g.resource_urn, g.field_path, g.tag_urn) = (r, p, t))`,
    [
      tags.map(({ resourceUrn }) => resourceUrn),
      tags.map(({ fieldPath }) => fieldPath),
      tags.map(({ tagUrn }) => tagUrn),
    ],
  );
  return rows.map(({ urn }) => urn);
}

export interface TagPropertiesWrite {
  readonly urn: string;
  readonly value: {
    readonly name: string;
    readonly description?: string | null | undefined;
    readonly colorHex?: string | null | undefined;
  };
}

export async function writeTagProperties(
  tx: Transaction,
  tags: readonly TagPropertiesWrite[],
): Promise<void> {
  await inChunks(
    tags,
    ({ urn, value }) => lengthOf(urn, value.name, value.description ?? null, value.colorHex ?? null),
    (chunk) =>
      tx.query(
        `UPDATE tags t SET name = w.n, description = w.d, color_hex = w.c
           FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS w(u, n, d, c) WHERE t.urn = w.u`,
        [
          chunk.map(({ urn }) => urn),
          chunk.map(({ value }) => value.name),
          chunk.map(({ value }) => value.description ?? null),
          chunk.map(({ value }) => value.colorHex ?? null),
        ],
      ),
  );
}

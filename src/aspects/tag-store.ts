import type { Transaction } from '../db/database.js';
import type { Audit } from '../domain/clock.js';

export interface TagOn {
  readonly resourceUrn: string;
  readonly fieldPath: string;
  readonly tagUrn: string;
  readonly body: string | null;
}

/** Replaces the tags of entities (`columns` false) or of all columns of datasets. */
export async function replaceTags(
  tx: Transaction,
  urns: readonly string[],
  columns: boolean,
  tags: readonly TagOn[],
  { time, actor }: Audit,
): Promise<void> {
  if (urns.length === 0) return;
  await tx.query(`DELETE FROM global_tags WHERE resource_urn = ANY($1::text[]) AND (field_path <> '') = $2`, [
    urns,
    columns,
  ]);
  if (tags.length === 0) return;
  await tx.query(
    `INSERT INTO global_tags (resource_urn, field_path, tag_urn, body, created_at, created_by)
     SELECT r, p, t, b::json, $5::bigint, $6
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS w(r, p, t, b, ord)
      ORDER BY ord
     ON CONFLICT DO NOTHING`,
    [
      tags.map(({ resourceUrn }) => resourceUrn),
      tags.map(({ fieldPath }) => fieldPath),
      tags.map(({ tagUrn }) => tagUrn),
      tags.map(({ body }) => body),
      time,
      actor,
    ],
  );
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
  if (tags.length === 0) return;
  await tx.query(
    `UPDATE tags t SET name = w.n, description = w.d, color_hex = w.c
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS w(u, n, d, c) WHERE t.urn = w.u`,
    [
      tags.map(({ urn }) => urn),
      tags.map(({ value }) => value.name),
      tags.map(({ value }) => value.description ?? null),
      tags.map(({ value }) => value.colorHex ?? null),
    ],
  );
}

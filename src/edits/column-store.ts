import { upsertRecords, withoutLastModified } from '../aspects/record-sql.js';
import { pathOfEdit } from '../columns/edits-sql.js';
import type { AuditStamp } from '../core/clock.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';

/** A column, by the path under which people edit it or would edit it. */
export interface EditedColumn {
  readonly urn: string;
  readonly fieldPath: string;
  /** JSON text of the members of the edit without a column of their own; null: none. */
  readonly body: string | null;
}

const body =
  '(SELECT e.body::text FROM editable_schema_fields e WHERE (e.dataset_urn, e.field_path) = (c.urn, p.path))';

/**
 * Reads the edits of columns of locked datasets, in the order of the columns.
 *
 * @param member an edit that has it comes before others of the same column
 * @param isExact whether the paths are those of edits, and not of columns
 */
export const readColumnEdits = (
  tx: Transaction,
  places: readonly { readonly urn: string; readonly fieldPath: string }[],
  member: string,
  isExact: boolean,
): Promise<EditedColumn[]> =>
  tx.query(
    `SELECT c.urn, p.path AS "fieldPath", ${body} AS body
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS c(urn, field_path, ordinal)
      CROSS JOIN LATERAL (SELECT ${isExact ? 'c.field_path' : pathOfEdit('c.urn', 'c.field_path', `(e.body->'${member}') IS NULL`)} AS path) p
      ORDER BY c.ordinal`,
    columns(places, 'urn', 'fieldPath'),
  );

const upsertRecord = upsertRecords(
  `SELECT DISTINCT c.urn, 'editableSchemaMetadata', $4::bigint, $5, $4::bigint, $5 FROM unnest($1::text[]) AS c(urn)`,
  [],
  [withoutLastModified('aspects')],
);

/** Writes edits of columns of locked datasets. Their tags and descriptions stay. */
export async function writeColumnEdits(
  tx: Transaction,
  edits: readonly EditedColumn[],
  { time, actor }: AuditStamp,
): Promise<void> {
  await tx.query(
    `WITH record AS (${upsertRecord})
     INSERT INTO editable_schema_fields (dataset_urn, field_path, body)
     SELECT urn, field_path, body::json FROM unnest($1::text[], $2::text[], $3::text[]) AS c(urn, field_path, body)
     ON CONFLICT (dataset_urn, field_path) DO UPDATE SET body = excluded.body`,
    [...columns(edits, 'urn', 'fieldPath', 'body'), time, actor],
  );
}

import { upsertRecords, withoutLastModified } from '../aspects/record-sql.js';
import type { AuditStamp } from '../core/clock.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { pathOfEdit } from './edits-sql.js';

const upsertRecord = upsertRecords(
  `VALUES ($1, 'editableSchemaMetadata', $4::bigint, $5, $4::bigint, $5)`,
  [],
  [withoutLastModified('aspects')],
);

/** If a column has several edits, the edit whose description is returned (`mergedEdit`) is changed. */
const describedPath = pathOfEdit('$1', '$2', 'e.description IS NULL');

/** Writes the edited description of a column of a locked dataset. Its tags stay. */
export async function writeColumnDescription(
  tx: Transaction,
  datasetUrn: string,
  fieldPath: string,
  description: string,
  { time, actor }: AuditStamp,
): Promise<void> {
  await tx.query(
    `WITH record AS (${upsertRecord})
     INSERT INTO editable_schema_fields (dataset_urn, field_path, description) VALUES ($1, ${describedPath}, $3)
     ON CONFLICT (dataset_urn, field_path) DO UPDATE SET description = excluded.description`,
    [datasetUrn, fieldPath, description, time, actor],
  );
}

/** Puts back what the edited description under a path was; null: none. An edit that says nothing else goes. */
export async function restoreColumnDescription(
  tx: Transaction,
  datasetUrn: string,
  fieldPath: string,
  description: string | null,
  { time, actor }: AuditStamp,
): Promise<void> {
  const change =
    description === null
      ? `, emptied AS (
           UPDATE editable_schema_fields SET description = NULL WHERE ${isEdit} AND (has_tags OR body IS NOT NULL)
         ) DELETE FROM editable_schema_fields WHERE ${isEdit} AND $3::text IS NULL AND NOT has_tags AND body IS NULL`
      : `INSERT INTO editable_schema_fields (dataset_urn, field_path, description) VALUES ($1, $2, $3)
         ON CONFLICT (dataset_urn, field_path) DO UPDATE SET description = excluded.description`;
  await tx.query(`WITH record AS (${upsertRecord}) ${change}`, [
    datasetUrn,
    fieldPath,
    description,
    time,
    actor,
  ]);
}

const isEdit = '(dataset_urn, field_path) = ($1, $2)';

/** Returns the edited descriptions under some paths, in their order; null: none. */
export const readColumnDescriptions = (
  tx: Transaction,
  edits: readonly { readonly urn: string; readonly fieldPath: string }[],
): Promise<{ description: string | null }[]> =>
  tx.query(
    `SELECT e.description FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS c(urn, path, ordinal)
       LEFT JOIN editable_schema_fields e ON (e.dataset_urn, e.field_path) = (c.urn, c.path) ORDER BY c.ordinal`,
    columns(edits, 'urn', 'fieldPath'),
  );

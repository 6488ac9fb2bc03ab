import { upsertRecords, withoutLastModified } from '../aspects/record-sql.js';
import type { AuditStamp } from '../core/clock.js';
import type { Transaction } from '../db/query.js';
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

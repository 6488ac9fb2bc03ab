import type { AuditStamp } from '../core/clock.js';
import type { Transaction } from '../db/query.js';
import { upsertRecords, withoutLastModified } from './aspect-store.js';

const upsertRecord = upsertRecords(
  `VALUES ($1, 'editableSchemaMetadata', $4::bigint, $5, $4::bigint, $5)`,
  [],
  [withoutLastModified('aspects')],
);

/** Writes the edited description of a column of a locked dataset. Its tags stay. */
export const writeColumnDescription = (
  tx: Transaction,
  datasetUrn: string,
  fieldPath: string,
  description: string,
  { time, actor }: AuditStamp,
): Promise<unknown> =>
  tx.query(
    `WITH record AS (${upsertRecord})
     INSERT INTO editable_schema_fields (dataset_urn, field_path, description) VALUES ($1, $2, $3)
     ON CONFLICT (dataset_urn, field_path) DO UPDATE SET description = excluded.description`,
    [datasetUrn, fieldPath, description, time, actor],
  );

import { inChunks, lengthOf } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import type { TagOn } from './tag-store.js';

export interface SchemaFieldWrite {
  readonly datasetUrn: string;
  readonly fieldPath: string;
  readonly position: number;
  readonly simplePath: string;
  readonly type: string;
  readonly nativeDataType: string;
  readonly nullable: boolean;
  readonly description: string | null;
  readonly body: string;
}

/** What people edited stays: it is kept apart from the ingested schema. */
export async function replaceSchemaFields(
  tx: Transaction,
  datasetUrns: readonly string[],
  fields: readonly SchemaFieldWrite[],
): Promise<void> {
  if (datasetUrns.length === 0) return;
  await tx.query('DELETE FROM schema_fields WHERE dataset_urn = ANY($1::text[])', [datasetUrns]);
  await inChunks(
    fields,
    // Whatever a field has is in its body once more.
    ({ datasetUrn, fieldPath, body }) => 2 * lengthOf(datasetUrn, fieldPath, body),
    (chunk) =>
      tx.query(
        `INSERT INTO schema_fields (dataset_urn, field_path, position, simple_path, type, native_data_type, nullable,
                                    description, body)
         SELECT d, f, i, s, t, n, u, x, b::json
           FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::bool[], $8::text[],
                       $9::text[]) AS w(d, f, i, s, t, n, u, x, b)`,
        [
          chunk.map(({ datasetUrn }) => datasetUrn),
          chunk.map(({ fieldPath }) => fieldPath),
          chunk.map(({ position }) => position),
          chunk.map(({ simplePath }) => simplePath),
          chunk.map(({ type }) => type),
          chunk.map(({ nativeDataType }) => nativeDataType),
          chunk.map(({ nullable }) => nullable),
          chunk.map(({ description }) => description),
          chunk.map(({ body }) => body),
        ],
      ),
  );
}

export interface EditableFieldWrite {
  readonly datasetUrn: string;
  readonly fieldPath: string;
  readonly description: string | null;
  /** null: the column has no globalTags */
  readonly tags: readonly TagOn[] | null;
  readonly body: string | null;
}

export async function replaceEditableFields(
  tx: Transaction,
  datasetUrns: readonly string[],
  fields: readonly EditableFieldWrite[],
): Promise<void> {
  if (datasetUrns.length === 0) return;
  await tx.query('DELETE FROM editable_schema_fields WHERE dataset_urn = ANY($1::text[])', [datasetUrns]);
  await inChunks(
    fields,
    ({ datasetUrn, fieldPath, description, body }) => lengthOf(datasetUrn, fieldPath, description, body),
    (chunk) =>
      tx.query(
        `INSERT INTO editable_schema_fields (dataset_urn, field_path, description, has_tags, body)
         SELECT d, f, x, h, b::json
           FROM unnest($1::text[], $2::text[], $3::text[], $4::bool[], $5::text[])
                WITH ORDINALITY AS w(d, f, x, h, b, ord)
          ORDER BY ord`,
        [
          chunk.map(({ datasetUrn }) => datasetUrn),
          chunk.map(({ fieldPath }) => fieldPath),
          chunk.map(({ description }) => description),
          chunk.map(({ tags }) => tags !== null),
          chunk.map(({ body }) => body),
        ],
      ),
  );
}

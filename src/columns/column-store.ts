import type { AspectKey } from '../aspects/aspect.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import type { FindColumns } from './target.js';

export interface SchemaFieldWrite {
  readonly datasetUrn: string;
  readonly fieldPath: string;
  readonly position: number;
  readonly simplePath: string;
  readonly type: string;
  readonly nativeDataType: string;
  readonly nullable: boolean;
  readonly description: string | null;
  /** JSON text of the whole field. */
  readonly json: string;
}

/** Replaces the ingested columns of datasets. Edits are stored in another table. */
export async function replaceSchemaFields(
  tx: Transaction,
  datasetUrns: readonly string[],
  fields: readonly SchemaFieldWrite[],
): Promise<void> {
  if (datasetUrns.length === 0) return;
  // What the statement selects is from before its deletion.
  const had = await tx.query<Column>(
    `WITH deleted AS (DELETE FROM schema_fields WHERE dataset_urn = ANY($1::text[]))
     ${selectColumnsWithRemoved('$1::text[]')}`,
    [datasetUrns],
  );
  await inChunks(
    fields,
    // Twice, because the JSON text repeats the values of the other columns.
    ({ datasetUrn, fieldPath, json }) => 2 * sumLengths(datasetUrn, fieldPath, json),
    (chunk) =>
      tx.query(
        `INSERT INTO schema_fields (dataset_urn, field_path, position, simple_path, type, native_data_type, nullable,
                                    description, body)
         SELECT dataset, path, position, simple_path, type, native_type, nullable, description, field::json
           FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::bool[], $8::text[],
                       $9::text[])
                AS input(dataset, path, position, simple_path, type, native_type, nullable, description, field)`,
        columns(
          chunk,
          'datasetUrn',
          'fieldPath',
          'position',
          'simplePath',
          'type',
          'nativeDataType',
          'nullable',
          'description',
          'json',
        ),
      ),
  );
  await forgetGoneColumns(tx, had);
}

/** A column of a dataset. */
interface Column {
  readonly datasetUrn: string;
  readonly fieldPath: string;
}

/** SQL: the columns of schemas from which people have removed tags. @param urns SQL: the datasets */
const selectColumnsWithRemoved = (urns: string): string => `
  SELECT DISTINCT r.resource_urn AS "datasetUrn", r.field_path AS "fieldPath" FROM removed_associations r
   WHERE r.resource_urn = ANY(${urns}) AND r.field_path <> '' AND ${isInSchema}`;

/** Forgets the removals from columns of locked datasets that their schemas had and no longer have. */
async function forgetGoneColumns(tx: Transaction, had: readonly Column[]): Promise<void> {
  await inChunks(
    had,
    ({ datasetUrn, fieldPath }) => sumLengths(datasetUrn, fieldPath),
    (chunk) =>
      tx.query(
        // IS TRUE keeps the columns from being joined: each would read all removals of its dataset.
        `DELETE FROM removed_associations r
          WHERE r.resource_urn = ANY($1::text[])
            AND ((r.resource_urn, r.field_path) IN (SELECT * FROM unnest($1::text[], $2::text[]))) IS TRUE
            AND NOT ${isInSchema}`,
        columns(chunk, 'datasetUrn', 'fieldPath'),
      ),
  );
}

/** SQL: whether the stored schema has the column of `r`. The rule is that of `sameColumn` (core/field-path.ts). */
const isInSchema = `
  (EXISTS (SELECT FROM schema_fields s WHERE s.dataset_urn = r.resource_urn AND s.field_path = r.field_path)
   OR (SELECT count(*) > 0 AND count(DISTINCT s.field_path) FILTER (WHERE s.field_path <> s.simple_path)
                                 + (r.field_path <> simple_path(r.field_path))::int <= 1
         FROM schema_fields s WHERE s.dataset_urn = r.resource_urn AND s.simple_path = simple_path(r.field_path)))`;

export const clearSchemaFields = (tx: Transaction, keys: readonly AspectKey[]): Promise<void> =>
  replaceSchemaFields(
    tx,
    keys.map(({ urn }) => urn),
    [],
  );

export interface EditableFieldWrite {
  readonly datasetUrn: string;
  readonly fieldPath: string;
  readonly description: string | null;
  readonly hasTags: boolean;
  /** JSON text of the fields without a column of their own; null for none. */
  readonly extraFields: string | null;
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
    ({ datasetUrn, fieldPath, description, extraFields }) =>
      sumLengths(datasetUrn, fieldPath, description, extraFields),
    (chunk) =>
      tx.query(
        `INSERT INTO editable_schema_fields (dataset_urn, field_path, description, has_tags, body)
         SELECT dataset, path, description, has_tags, extra_fields::json
           FROM unnest($1::text[], $2::text[], $3::text[], $4::bool[], $5::text[])
                WITH ORDINALITY AS input(dataset, path, description, has_tags, extra_fields, ordinal)
          ORDER BY ordinal`,
        columns(chunk, 'datasetUrn', 'fieldPath', 'description', 'hasTags', 'extraFields'),
      ),
  );
}

export async function clearEditableFields(tx: Transaction, keys: readonly AspectKey[]): Promise<void> {
  await tx.query('DELETE FROM editable_schema_fields WHERE dataset_urn = ANY($1::text[])', [
    keys.map(({ urn }) => urn),
  ]);
}

/** The columns as ingested, in the order of the schemas. */
export const findColumns =
  ({ query }: Transaction): FindColumns =>
  (datasetUrns, paths) =>
    query(
      `SELECT dataset_urn AS "datasetUrn", field_path AS "fieldPath", simple_path AS "simplePath" FROM schema_fields
        WHERE dataset_urn = ANY($1::text[]) AND (field_path = ANY($2::text[]) OR simple_path = ANY($2::text[]))
        ORDER BY dataset_urn, position`,
      [datasetUrns, paths],
    );

/** The columns that people have edited, whether the schema has them or not. */
export const findEdits =
  ({ query }: Transaction): FindColumns =>
  (datasetUrns, paths) =>
    query(
      `SELECT dataset_urn AS "datasetUrn", field_path AS "fieldPath", simple_path AS "simplePath"
         FROM editable_schema_fields
        WHERE dataset_urn = ANY($1::text[]) AND simple_path = ANY($2::text[]) ORDER BY dataset_urn, position`,
      [datasetUrns, paths],
    );

/** Returns the paths with a simple path that the schema of a dataset and its edits have. */
export const findPaths = (tx: Transaction) => async (datasetUrn: string, simplePath: string) => {
  const columns = await findColumns(tx)([datasetUrn], [simplePath]);
  const edits = await findEdits(tx)([datasetUrn], [simplePath]);
  return [...columns, ...edits].map(({ fieldPath }) => fieldPath);
};

import type { AuditStamp } from '../core/clock.js';
import { inChunks, lengthOf } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';

/** One aspect of one entity, to be written. */
export interface AspectWrite {
  readonly urn: string;
  readonly name: string;
  /** What has no model of its own, as JSON text. */
  readonly body: string;
  readonly systemMetadata: string | null;
}

/** One write an aspect: callers pass each (urn, name) once. */
export async function writeHeaders(
  tx: Transaction,
  writes: readonly AspectWrite[],
  { time, actor }: AuditStamp,
): Promise<void> {
  await inChunks(
    writes,
    ({ urn, body, systemMetadata }) => lengthOf(urn, body, systemMetadata),
    (chunk) =>
      tx.query(
        `INSERT INTO aspects (urn, name, body, system_metadata, created_at, created_by, updated_at, updated_by)
         SELECT u, n, b::json, s::json, $5::bigint, $6, $5::bigint, $6
           FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS w(u, n, b, s)
         ON CONFLICT (urn, name) DO UPDATE SET body = excluded.body, system_metadata = excluded.system_metadata,
                                               updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
        [
          chunk.map(({ urn }) => urn),
          chunk.map(({ name }) => name),
          chunk.map(({ body }) => body),
          chunk.map(({ systemMetadata }) => systemMetadata),
          time,
          actor,
        ],
      ),
  );
}

export interface AspectKey {
  readonly urn: string;
  readonly name: string;
}

/** Those of some aspects that are there. */
export const existing = (tx: Transaction, keys: readonly AspectKey[]): Promise<AspectKey[]> =>
  tx.query<AspectKey>(
    'SELECT urn, name FROM aspects WHERE (urn, name) IN (SELECT * FROM unnest($1::text[], $2::text[]))',
    [keys.map(({ urn }) => urn), keys.map(({ name }) => name)],
  );

/** Aspects, with the rows of their own models. A tag that loses its properties is still a tag. */
export async function deleteAspects(tx: Transaction, keys: readonly AspectKey[]): Promise<void> {
  if (keys.length === 0) return;
  const urnsOf = (aspect: string) => keys.filter(({ name }) => name === aspect).map(({ urn }) => urn);
  await tx.query(
    'DELETE FROM aspects a USING unnest($1::text[], $2::text[]) AS k(u, n) WHERE (a.urn, a.name) = (k.u, k.n)',
    [keys.map(({ urn }) => urn), keys.map(({ name }) => name)],
  );
  const columns = urnsOf('editableSchemaMetadata');
  await tx.query(
    `DELETE FROM global_tags WHERE (resource_urn = ANY($1::text[]) AND field_path = '')
                                OR (resource_urn = ANY($2::text[]) AND field_path <> '')`,
    [urnsOf('globalTags'), columns],
  );
  await tx.query('DELETE FROM editable_schema_fields WHERE dataset_urn = ANY($1::text[])', [columns]);
  await tx.query('DELETE FROM schema_fields WHERE dataset_urn = ANY($1::text[])', [urnsOf('schemaMetadata')]);
  await tx.query(
    'UPDATE tags SET name = NULL, description = NULL, color_hex = NULL WHERE urn = ANY($1::text[])',
    [urnsOf('tagProperties')],
  );
}

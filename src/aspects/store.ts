import { Prisma, type Transaction } from '../db/database.js';
import type { Audit } from '../domain/clock.js';

/** One aspect of one entity, to be written. */
export interface AspectWrite {
  readonly urn: string;
  readonly name: string;
  /** What has no model of its own, as JSON text. */
  readonly body: string;
  readonly systemMetadata: string | null;
}

export interface EntityKey {
  readonly urn: string;
  readonly type: string;
}

/**
 * Makes the entities that are not there yet, and holds all of them until the transaction ends. In the order of
 * their URNs, so that no two writers wait for each other.
 *
 * @returns the URNs of those that were made
 */
export async function ensureEntities(
  tx: Transaction,
  entities: readonly EntityKey[],
  { time, actor }: Audit,
): Promise<ReadonlySet<string>> {
  const sorted = [...new Map(entities.map((entity) => [entity.urn, entity])).values()].sort((a, b) =>
    a.urn < b.urn ? -1 : 1,
  );
  const urns = sorted.map(({ urn }) => urn);
  const made = await tx.$queryRaw<{ urn: string }[]>(
    Prisma.sql`INSERT INTO entities (urn, type, created_at, created_by)
               SELECT u, t, ${time}::bigint, ${actor}
                 FROM unnest(${urns}::text[], ${sorted.map(({ type }) => type)}::text[]) AS e(u, t)
               ON CONFLICT DO NOTHING RETURNING urn`,
  );
  const tags = sorted.filter(({ type }) => type === 'tag').map(({ urn }) => ({ urn }));
  if (tags.length > 0) await tx.tag.createMany({ data: tags, skipDuplicates: true });
  await lockEntities(tx, urns);
  return new Set(made.map(({ urn }) => urn));
}

export const lockEntities = (tx: Transaction, urns: readonly string[]) =>
  tx.$queryRaw(
    Prisma.sql`SELECT urn FROM entities WHERE urn = ANY(${urns}::text[]) ORDER BY urn FOR NO KEY UPDATE`,
  );

/** The entities with all that is kept about them, events included. @returns how many rows of aspects and events */
export async function deleteEntities(tx: Transaction, urns: readonly string[]) {
  if (urns.length === 0) return { rows: 0, timeseriesRows: 0 };
  const rows = await tx.aspect.count({ where: { urn: { in: [...urns] } } });
  await tx.entity.deleteMany({ where: { urn: { in: [...urns] } } });
  const { count: timeseriesRows } = await tx.timeseriesEvent.deleteMany({
    where: { urn: { in: [...urns] } },
  });
  return { rows, timeseriesRows };
}

/** Aspects, with the rows of their own models. A tag that loses its properties is still a tag. */
export async function deleteAspects(
  tx: Transaction,
  keys: readonly { urn: string; name: string }[],
): Promise<void> {
  if (keys.length === 0) return;
  const urnsOf = (aspect: string) => keys.filter(({ name }) => name === aspect).map(({ urn }) => urn);
  await tx.$executeRawUnsafe(
    'DELETE FROM aspects a USING unnest($1::text[], $2::text[]) AS k(u, n) WHERE (a.urn, a.name) = (k.u, k.n)',
    keys.map(({ urn }) => urn),
    keys.map(({ name }) => name),
  );
  const entity = { in: urnsOf('globalTags') };
  const columns = { in: urnsOf('editableSchemaMetadata') };
  await tx.globalTag.deleteMany({
    where: {
      OR: [
        { resourceUrn: entity, fieldPath: '' },
        { resourceUrn: columns, fieldPath: { not: '' } },
      ],
    },
  });
  await tx.editableSchemaField.deleteMany({ where: { datasetUrn: columns } });
  await tx.schemaField.deleteMany({ where: { datasetUrn: { in: urnsOf('schemaMetadata') } } });
  await tx.tag.updateMany({
    where: { urn: { in: urnsOf('tagProperties') } },
    data: { name: null, description: null, colorHex: null },
  });
}

/** One write an aspect: callers pass each (urn, name) once. */
export async function writeHeaders(
  tx: Transaction,
  writes: readonly AspectWrite[],
  { time, actor }: Audit,
): Promise<void> {
  await tx.$executeRawUnsafe(
    `INSERT INTO aspects (urn, name, body, system_metadata, created_at, created_by, updated_at, updated_by)
     SELECT u, n, b::json, s::json, $5::bigint, $6, $5::bigint, $6
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS w(u, n, b, s)
     ON CONFLICT (urn, name) DO UPDATE SET body = excluded.body, system_metadata = excluded.system_metadata,
                                           updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    writes.map(({ urn }) => urn),
    writes.map(({ name }) => name),
    writes.map(({ body }) => body),
    writes.map(({ systemMetadata }) => systemMetadata),
    time,
    actor,
  );
}

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
  await tx.$executeRawUnsafe(
    `DELETE FROM global_tags WHERE resource_urn = ANY($1::text[]) AND (field_path <> '') = $2`,
    urns,
    columns,
  );
  if (tags.length === 0) return;
  await tx.$executeRawUnsafe(
    `INSERT INTO global_tags (resource_urn, field_path, tag_urn, body, created_at, created_by)
     SELECT r, p, t, b::json, $5::bigint, $6
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS w(r, p, t, b, ord)
      ORDER BY ord
     ON CONFLICT DO NOTHING`,
    tags.map(({ resourceUrn }) => resourceUrn),
    tags.map(({ fieldPath }) => fieldPath),
    tags.map(({ tagUrn }) => tagUrn),
    tags.map(({ body }) => body),
    time,
    actor,
  );
}

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
  await tx.$executeRawUnsafe('DELETE FROM schema_fields WHERE dataset_urn = ANY($1::text[])', datasetUrns);
  await tx.$executeRawUnsafe(
    `INSERT INTO schema_fields (dataset_urn, field_path, position, simple_path, type, native_data_type, nullable,
                                description, body)
     SELECT d, f, i, s, t, n, u, x, b::json
       FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::bool[], $8::text[],
                   $9::text[]) AS w(d, f, i, s, t, n, u, x, b)`,
    fields.map(({ datasetUrn }) => datasetUrn),
    fields.map(({ fieldPath }) => fieldPath),
    fields.map(({ position }) => position),
    fields.map(({ simplePath }) => simplePath),
    fields.map(({ type }) => type),
    fields.map(({ nativeDataType }) => nativeDataType),
    fields.map(({ nullable }) => nullable),
    fields.map(({ description }) => description),
    fields.map(({ body }) => body),
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
  await tx.$executeRawUnsafe(
    'DELETE FROM editable_schema_fields WHERE dataset_urn = ANY($1::text[])',
    datasetUrns,
  );
  await tx.$executeRawUnsafe(
    `INSERT INTO editable_schema_fields (dataset_urn, field_path, description, has_tags, body)
     SELECT d, f, x, h, b::json
       FROM unnest($1::text[], $2::text[], $3::text[], $4::bool[], $5::text[]) WITH ORDINALITY AS w(d, f, x, h, b, ord)
      ORDER BY ord`,
    fields.map(({ datasetUrn }) => datasetUrn),
    fields.map(({ fieldPath }) => fieldPath),
    fields.map(({ description }) => description),
    fields.map(({ tags }) => tags !== null),
    fields.map(({ body }) => body),
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
  await tx.$executeRawUnsafe(
    `UPDATE tags t SET name = w.n, description = w.d, color_hex = w.c
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS w(u, n, d, c) WHERE t.urn = w.u`,
    tags.map(({ urn }) => urn),
    tags.map(({ value }) => value.name),
    tags.map(({ value }) => value.description ?? null),
    tags.map(({ value }) => value.colorHex ?? null),
  );
}

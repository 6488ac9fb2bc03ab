import type { Database } from '../db/database.js';
import type { Properties, SchemaField } from '../domain/catalog.js';
import type { TagRow } from '../domain/tag-view.js';

export interface EntityRow {
  readonly urn: string;
  readonly type: string;
  readonly containerUrn: string | null;
  /** null: globalTags was never written */
  readonly tags: readonly TagRow[] | null;
}

export interface SchemaFieldRow extends Omit<SchemaField, 'tags'> {
  /** The tags that came with the schema. */
  readonly tagUrns: readonly string[] | null;
}

export interface EditableFieldRow {
  readonly fieldPath: string;
  readonly description: string | null;
  readonly tags: readonly TagRow[] | null;
}

/** A tag as one JSON array, and the tags of one resource in the order of their adding. */
const tagsOf = (resource: string, path: string) => `
  (SELECT coalesce(json_agg(json_build_object('urn', t.urn, 'name', t.name, 'description', t.description,
                                              'colorHex', t.color_hex) ORDER BY g.position), '[]')
     FROM global_tags g JOIN tags t ON t.urn = g.tag_urn
    WHERE g.resource_urn = ${resource} AND g.field_path = ${path})`;

const byUrn = <Row extends { urn: string }>(rows: Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.urn, row]));

export type CatalogStore = ReturnType<typeof catalogStore>;

/** Reads of many at once, one statement each. */
export function catalogStore({ query }: Database) {
  return {
    async entities(urns: readonly string[]) {
      return byUrn(
        await query<EntityRow>(
          `SELECT e.urn, e.type, c.body->>'container' AS "containerUrn",
                  CASE WHEN a.urn IS NOT NULL THEN ${tagsOf('e.urn', "''")} END AS tags
             FROM entities e
             LEFT JOIN aspects a ON a.urn = e.urn AND a.name = 'globalTags'
             LEFT JOIN aspects c ON c.urn = e.urn AND c.name = 'container'
            WHERE e.urn = ANY($1::text[])`,
          [urns],
        ),
      );
    },

    async tags(urns: readonly string[]) {
      return byUrn(
        await query<TagRow>(
          `SELECT urn, name, description, color_hex AS "colorHex" FROM tags WHERE urn = ANY($1::text[])`,
          [urns],
        ),
      );
    },

    async properties(urns: readonly string[]) {
      return byUrn(
        await query<Properties & { urn: string }>(
          `SELECT urn, body->>'name' AS name, body->>'description' AS description FROM aspects
            WHERE urn = ANY($1::text[]) AND name IN ('datasetProperties', 'containerProperties')`,
          [urns],
        ),
      );
    },

    async schemas(urns: readonly string[]) {
      return byUrn(
        await query<{ urn: string; fields: SchemaFieldRow[] }>(
          `SELECT a.urn,
                  (SELECT coalesce(json_agg(json_build_object(
                            'fieldPath', f.field_path, 'type', f.type, 'nativeDataType', f.native_data_type,
                            'nullable', f.nullable, 'description', f.description,
                            'tagUrns', CASE WHEN f.body->'globalTags'->'tags' IS NOT NULL THEN
                                         (SELECT coalesce(json_agg(t->>'tag'), '[]')
                                            FROM json_array_elements(f.body->'globalTags'->'tags') t) END)
                          ORDER BY f.position), '[]')
                     FROM schema_fields f WHERE f.dataset_urn = a.urn) AS fields
             FROM aspects a WHERE a.urn = ANY($1::text[]) AND a.name = 'schemaMetadata'`,
          [urns],
        ),
      );
    },

    async editableSchemas(urns: readonly string[]) {
      return byUrn(
        await query<{ urn: string; fields: EditableFieldRow[] }>(
          `SELECT a.urn,
                  (SELECT coalesce(json_agg(json_build_object(
                            'fieldPath', f.field_path, 'description', f.description,
                            'tags', CASE WHEN f.has_tags THEN ${tagsOf('f.dataset_urn', 'f.field_path')} END)
                          ORDER BY f.position), '[]')
                     FROM editable_schema_fields f WHERE f.dataset_urn = a.urn) AS fields
             FROM aspects a WHERE a.urn = ANY($1::text[]) AND a.name = 'editableSchemaMetadata'`,
          [urns],
        ),
      );
    },
  };
}

import type { Query } from '../db/database.js';
import type { Audit } from '../domain/clock.js';

/** An aspect as JSON text, put together from wherever it is kept. */
export interface AspectDocument {
  readonly urn: string;
  readonly name: string;
  readonly text: string;
  readonly written: Audit;
  readonly systemMetadata: string | null;
}

interface Header {
  readonly urn: string;
  readonly name: string;
  readonly body: string;
  readonly systemMetadata: string | null;
  readonly created: Audit;
  readonly updated: Audit;
}

type Rows = ReadonlyMap<string, readonly Record<string, unknown>[]>;

/** The aspects of these entities, or those of them that have one of these names. At most five statements. */
export async function readDocuments(
  query: Query,
  urns: readonly string[],
  names: readonly string[] | null = null,
): Promise<AspectDocument[]> {
  const headers = await query<Header>(
    `SELECT urn, name, body::text AS body, system_metadata::text AS "systemMetadata",
            json_build_object('time', created_at, 'actor', created_by) AS created,
            json_build_object('time', updated_at, 'actor', updated_by) AS updated
       FROM aspects WHERE urn = ANY($1::text[]) AND ($2::text[] IS NULL OR name = ANY($2::text[])) ORDER BY urn, name`,
    [urns, names],
  );
  const having = (...wanted: string[]) =>
    headers.filter(({ name }) => wanted.includes(name)).map(({ urn }) => urn);
  const [tags, properties, fields, editable] = await Promise.all([
    group(query, tagRows, having('globalTags', 'editableSchemaMetadata')),
    group(query, propertyRows, having('tagProperties')),
    group(query, fieldRows, having('schemaMetadata')),
    group(query, editableRows, having('editableSchemaMetadata')),
  ]);
  const parts = { tags, properties, fields, editable };
  return headers.map((header) => ({
    urn: header.urn,
    name: header.name,
    text: textOf(header, parts),
    written: header.updated,
    systemMetadata: header.systemMetadata,
  }));
}

async function group(query: Query, sql: string, urns: readonly string[]): Promise<Rows> {
  const groups = new Map<string, Record<string, unknown>[]>();
  if (urns.length === 0) return groups;
  for (const { key, ...row } of await query<{ key: string }>(sql, [urns])) {
    const rows = groups.get(key);
    if (rows) rows.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

const tagRows = `SELECT resource_urn || ' ' || field_path AS key, tag_urn AS tag, body FROM global_tags
                  WHERE resource_urn = ANY($1::text[]) ORDER BY position`;
const propertyRows = `SELECT urn AS key, name, description, color_hex AS "colorHex" FROM tags
                       WHERE urn = ANY($1::text[])`;
const fieldRows = `SELECT dataset_urn AS key, body FROM schema_fields WHERE dataset_urn = ANY($1::text[])
                    ORDER BY position`;
const editableRows = `SELECT dataset_urn AS key, field_path AS "fieldPath", description, has_tags AS "hasTags", body
                        FROM editable_schema_fields WHERE dataset_urn = ANY($1::text[]) ORDER BY position`;

function textOf(
  header: Header,
  parts: { tags: Rows; properties: Rows; fields: Rows; editable: Rows },
): string {
  const { urn, name, body } = header;
  const withOwn = (own: object) => JSON.stringify({ ...JSON.parse(body), ...own });
  const tagsOf = (path: string) => (parts.tags.get(`${urn} ${path}`) ?? []).map(flattened);
  switch (name) {
    case 'globalTags':
      return withOwn({ tags: tagsOf('') });
    case 'tagProperties':
      return withOwn(present(parts.properties.get(urn)?.[0] ?? {}));
    case 'schemaMetadata':
      return withOwn({ fields: (parts.fields.get(urn) ?? []).map((row) => row.body) });
    case 'editableSchemaMetadata':
      return JSON.stringify({
        created: header.created,
        lastModified: header.updated,
        ...JSON.parse(body),
        editableSchemaFieldInfo: (parts.editable.get(urn) ?? []).map(({ hasTags, ...field }) => ({
          ...flattened(field),
          ...(hasTags ? { globalTags: { tags: tagsOf(String(field.fieldPath)) } } : {}),
        })),
      });
    default:
      return body;
  }
}

/** The wire leaves out what is absent; it has no nulls. */
const present = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
const flattened = ({ body, ...row }: Record<string, unknown>) => ({ ...present(row), ...(body ?? {}) });

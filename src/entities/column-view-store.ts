import { isFirstEdit, mergedEdit } from '../columns/edits-sql.js';
import type { ColumnPage } from '../core/pagination.js';
import type { Database } from '../db/database.js';
import type { TagRow } from '../tags/tag-view.js';
import type { RowsSize, SchemaField } from './column-views.js';

export interface SchemaFieldRow extends Omit<SchemaField, 'tags' | 'terms'> {
  /** The tags that were ingested with the schema. */
  readonly tagUrns: readonly string[] | null;
  /** The elements of the member `terms` of `glossaryTerms`. */
  readonly terms: unknown;
}

export interface EditableFieldRow {
  readonly fieldPath: string;
  readonly description: string | null;
  readonly tags: readonly TagRow[] | null;
  /** The elements of the member `terms` of `glossaryTerms`. */
  readonly terms: unknown;
}

/** Up to this many columns, and this many bytes of JSON, are read together with the aspect's record. */
const [fewColumns, fewBytes] = [100, 65_536];

/** How SQL reads one kind of columns; `f` is a row of the table. */
interface Kind {
  readonly aspect: string;
  readonly table: string;
  /** The rows to read. */
  readonly condition: string;
  /** The joined tables. */
  readonly joined: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly size: Readonly<Record<'texts' | 'tags' | 'tagTexts', string>>;
}

const length = (...texts: string[]) => texts.map((text) => `coalesce(octet_length(${text}), 0)`).join(' + ');

/** SQL: the terms in what a table keeps as JSON of a column; null without a list of terms. */
const termsIn = (body: string) => `
  CASE WHEN json_typeof(${body}->'glossaryTerms') = 'object' AND json_typeof(${body}->'glossaryTerms'->'terms') = 'array'
       THEN ${body}->'glossaryTerms'->'terms' END`;

const ingestedTags = `(f.body->'globalTags'->'tags')`;
const ingested: Kind = {
  aspect: 'schemaMetadata',
  table: 'schema_fields',
  condition: 'true',
  joined: '',
  fields: {
    fieldPath: 'f.field_path',
    type: 'f.type',
    nativeDataType: 'f.native_data_type',
    nullable: 'f.nullable',
    description: 'f.description',
    tagUrns: `CASE WHEN ${ingestedTags} IS NOT NULL THEN
                (SELECT coalesce(json_agg(tag ORDER BY place), '[]')
                   FROM (SELECT t->>'tag' AS tag, min(n) AS place
                           FROM json_array_elements(${ingestedTags}) WITH ORDINALITY AS e(t, n) GROUP BY 1) g) END`,
    terms: termsIn('f.body'),
  },
  size: {
    texts: length(
      'f.field_path',
      'f.type',
      'f.native_data_type',
      'f.description',
      `(${termsIn('f.body')})::text`,
    ),
    tags: `coalesce(json_array_length(${ingestedTags}), 0)`,
    tagTexts: length(`${ingestedTags}::text`),
  },
};

/**
 * The tags of an edited column, each once, in the order in which they were added. A join would read the tags of all
 * columns.
 */
const onColumn = `FROM (SELECT tag_urn, min(position) AS position FROM current_global_tags
                         WHERE resource_urn = f.dataset_urn AND field_path = ANY(m.paths) GROUP BY tag_urn) g`;
/** The terms of the first edit of the column that has any. */
const editedTerms = `
  (SELECT ${termsIn('o.body')} FROM editable_schema_fields o
    WHERE o.dataset_urn = f.dataset_urn AND o.field_path = ANY(m.paths) AND (${termsIn('o.body')}) IS NOT NULL
    ORDER BY o.field_path <> m.path, o.position LIMIT 1)`;

const edited: Kind = {
  aspect: 'editableSchemaMetadata',
  table: 'editable_schema_fields',
  condition: isFirstEdit,
  joined: `CROSS JOIN LATERAL ${mergedEdit} m`,
  fields: {
    fieldPath: 'm.path',
    description: 'm.description',
    tags: `CASE WHEN m.has_tags THEN
             (SELECT coalesce(json_agg((SELECT json_build_object('urn', t.urn, 'name', t.name,
                                                'description', t.description, 'colorHex', t.color_hex)
                                          FROM tags t WHERE t.urn = g.tag_urn) ORDER BY g.position), '[]')
                ${onColumn}) END`,
    terms: editedTerms,
  },
  size: {
    texts: length('m.path', 'm.description', `(${editedTerms})::text`),
    tags: `(SELECT count(*) ${onColumn})`,
    tagTexts: `(SELECT coalesce(sum((SELECT ${length('t.urn', 't.name', 't.description', 't.color_hex')}
                                       FROM tags t WHERE t.urn = g.tag_urn)), 0) ${onColumn})`,
  },
};

export interface ColumnStore<Row> {
  /** Returns the columns of the datasets that have the aspect; null for a dataset with many columns. */
  few(urns: readonly string[]): Promise<ReadonlyMap<string, { readonly fields: readonly Row[] | null }>>;
  size(urn: string, page: ColumnPage): Promise<RowsSize>;
  rows(urn: string, page: ColumnPage): Promise<Row[]>;
}

export const columnStores = (db: Database) => ({
  ingested: columnStore<SchemaFieldRow>(db, ingested),
  edited: columnStore<EditableFieldRow>(db, edited),
});

function columnStore<Row>(
  { read: query }: Database,
  { aspect, table, condition, joined, fields, size }: Kind,
): ColumnStore<Row> {
  const members = Object.entries(fields).map(([name, sql]) => `'${name}', ${sql}`);
  const columns = Object.entries(fields).map(([name, sql]) => `${sql} AS "${name}"`);
  const page = `(SELECT * FROM ${table} f WHERE dataset_urn = $1::text AND ${condition} ORDER BY position
                  OFFSET $2::bigint LIMIT $3::bigint) f ${joined}`;
  return {
    async few(urns) {
      const rows = await query<{ urn: string; fields: Row[] | null }>(
        `SELECT a.urn,
                (SELECT CASE WHEN n <= ${fewColumns} AND octet_length(fields::text) <= ${fewBytes} THEN fields END
                   FROM (SELECT count(*) AS n,
                                coalesce(json_agg(json_build_object(${members}) ORDER BY f.position), '[]') AS fields
                           FROM (SELECT * FROM ${table} f WHERE f.dataset_urn = a.urn AND ${condition}
                                  ORDER BY f.position LIMIT ${fewColumns + 1}) f ${joined}) AS first) AS fields
           FROM aspects a WHERE a.urn = ANY($1::text[]) AND a.name = '${aspect}'`,
        [urns],
      );
      return new Map(rows.map((row) => [row.urn, row]));
    },

    async size(urn, { start, count }) {
      const [found] = await query<RowsSize>(
        `SELECT count(*) AS rows, coalesce(sum(${size.tags}), 0)::bigint AS tags,
                coalesce(sum(${size.texts} + ${size.tagTexts}), 0)::bigint AS bytes FROM ${page}`,
        [urn, start, count],
      );
      return found!;
    },

    rows: (urn, { start, count }) =>
      query<Row>(`SELECT ${columns} FROM ${page} ORDER BY f.position`, [urn, start, count]),
  };
}

import { z } from 'zod';
import {
  type Aspect,
  type AssociationWrite,
  distinct,
  jsonOrNull,
  parseMembers,
  sumBytes,
  text,
  without,
  withoutNulls,
} from '../aspects/aspect.js';
import { columnTexts } from '../columns/column.js';
import {
  clearEditableFields,
  type EditableFieldWrite,
  replaceEditableFields,
} from '../columns/column-store.js';
import { columnPath } from '../columns/input.js';
import type { Json } from '../json/lossless-json.js';
import {
  bytesOfTags,
  globalTagsModel,
  joinTags,
  selectTags,
  splitTags,
  type TagJson,
} from '../tags/global-tags.js';
import { clearTags, replaceTags } from '../tags/global-tags-store.js';

const model = z.looseObject({
  editableSchemaFieldInfo: z
    .array(z.looseObject({ fieldPath: columnPath, description: text, globalTags: globalTagsModel.nullish() }))
    .optional(),
});
type Value = z.output<typeof model>;

interface Row {
  readonly fieldPath: string;
  readonly description: string | null;
  /** Null for none, also no empty list. */
  readonly tags: readonly TagJson[] | null;
  readonly extraFields: string | null;
}

/** The descriptions and tags that people gave to columns. */
export const editableSchemaMetadata: Aspect = {
  name: 'editableSchemaMetadata',
  entityTypes: ['dataset'],
  model,
  /** The table has one row for each edited column. */
  distinct(value) {
    const { editableSchemaFieldInfo, ...others } = value as Value;
    if (editableSchemaFieldInfo === undefined) return value;
    const columns = distinct(editableSchemaFieldInfo, ({ fieldPath }) => fieldPath);
    return { ...others, editableSchemaFieldInfo: columns };
  },
  rows: {
    tables: {
      *split(upserts) {
        const associations: AssociationWrite[] = [];
        const rows: EditableFieldWrite[] = [];
        for (const { urn: datasetUrn, value } of upserts) {
          const { editableSchemaFieldInfo = [] } = value as Value;
          for (const { fieldPath, description, globalTags, ...others } of editableSchemaFieldInfo) {
            const { tags: _, ...otherOfTags } = globalTags ?? {};
            const hasOthers = Object.keys(otherOfTags).length > 0;
            if (globalTags) yield* splitTags(datasetUrn, fieldPath, globalTags, associations);
            rows.push({
              datasetUrn,
              fieldPath,
              description: description ?? null,
              hasTags: Boolean(globalTags),
              extraFields: yield* jsonOrNull({ ...others, ...(hasOthers && { globalTags: otherOfTags }) }),
            });
            yield;
          }
        }
        const urns = upserts.map(({ urn }) => urn);
        return {
          associations,
          async write(tx, audit) {
            await replaceEditableFields(tx, urns, rows);
            await replaceTags(tx, urns, 'columns', associations, audit);
          },
        };
      },
      async clear(tx, keys) {
        await clearTags(tx, keys, 'columns');
        await clearEditableFields(tx, keys);
      },
    },
    rest: without('editableSchemaFieldInfo'),
    select: `
      (SELECT json_agg(json_build_object('fieldPath', e.field_path, 'description', e.description,
                                         'tags', CASE WHEN e.has_tags THEN ${selectTags('e.field_path')} END,
                                         'extraFields', e.body::text) ORDER BY e.position)
         FROM editable_schema_fields e WHERE e.dataset_urn = a.urn)`,
    bytes: `
      (SELECT coalesce(sum(${sumBytes('e.field_path', 'e.description', 'e.body::text')} + 40 + ${bytesOfTags('e.field_path')}), 0)
         FROM editable_schema_fields e WHERE e.dataset_urn = a.urn)`,
    *join(rest, rows, { created, updated }) {
      const editableSchemaFieldInfo: Json[] = [];
      for (const { fieldPath, description, tags, extraFields } of rows as readonly Row[]) {
        const { globalTags, ...others } = yield* parseMembers(extraFields);
        editableSchemaFieldInfo.push({
          ...withoutNulls({ fieldPath, description }),
          ...others,
          ...(tags && { globalTags: { ...Object(globalTags), tags: yield* joinTags(tags) } }),
        });
        yield;
      }
      return { created, lastModified: updated, ...rest, editableSchemaFieldInfo };
    },
  },
  locks: {
    *tags(value) {
      for (const { globalTags } of (value as Value).editableSchemaFieldInfo ?? [])
        for (const { tag } of globalTags?.tags ?? []) yield tag;
    },
  },
  searched: ({ editableSchemaFieldInfo }) => ({
    source: 'edited_column',
    texts: columnTexts(editableSchemaFieldInfo, 'description'),
  }),
};

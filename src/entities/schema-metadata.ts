import { z } from 'zod';
import { type Aspect, members, parseMembers, text, without } from '../aspects/aspect.js';
import { columnTexts } from '../columns/column.js';
import { clearSchemaFields, replaceSchemaFields, type SchemaFieldWrite } from '../columns/column-store.js';
import { columnPath } from '../columns/input.js';
import { schemaFieldType } from '../columns/schema-field-type.js';
import type { Json } from '../json/lossless-json.js';
import { stringifyInSteps } from '../json/lossless-json-steps.js';
import { globalTagsModel } from '../tags/global-tags.js';
import { simplePath } from '../urn/field-path.js';

const model = z.looseObject({
  fields: z.array(
    z.looseObject({
      fieldPath: columnPath,
      nullable: z.boolean().optional(),
      description: text,
      type: z.looseObject({ type: members }),
      nativeDataType: z.string(),
      globalTags: globalTagsModel.nullish(),
    }),
  ),
});

/** The columns of a dataset as ingestion found them. Their tags are in the JSON of their rows only. */
export const schemaMetadata: Aspect = {
  name: 'schemaMetadata',
  entityTypes: ['dataset', 'glossaryTerm'],
  model,
  rows: {
    tables: {
      *split(upserts) {
        const rows: SchemaFieldWrite[] = [];
        for (const { urn: datasetUrn, value } of upserts) {
          const { fields } = value as z.output<typeof model>;
          for (const [position, field] of fields.entries()) {
            rows.push({
              datasetUrn,
              fieldPath: field.fieldPath,
              position,
              simplePath: simplePath(field.fieldPath),
              type: schemaFieldType(field.type),
              nativeDataType: field.nativeDataType,
              nullable: field.nullable ?? false,
              description: field.description ?? null,
              json: yield* stringifyInSteps(field),
            });
            yield;
          }
        }
        const urns = upserts.map(({ urn }) => urn);
        return { write: (tx) => replaceSchemaFields(tx, urns, rows) };
      },
      clear: clearSchemaFields,
    },
    rest: without('fields'),
    select:
      '(SELECT json_agg(f.body::text ORDER BY f.position) FROM schema_fields f WHERE f.dataset_urn = a.urn)',
    bytes: `
      (SELECT coalesce(sum(octet_length(f.body::text) + 1), 0) FROM schema_fields f WHERE f.dataset_urn = a.urn)`,
    *join(rest, rows) {
      const fields: Json[] = [];
      for (const row of rows) {
        fields.push(yield* parseMembers(row as string));
        yield;
      }
      return { ...rest, fields };
    },
  },
  searched: ({ fields }) => ({
    source: 'column',
    texts: columnTexts(fields, 'fieldPath', 'label', 'description'),
  }),
};

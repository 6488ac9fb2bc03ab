import { type Json, stringifyExact } from '../domain/exact-json.js';
import { simplePath } from '../domain/field-path.js';
import { schemaFieldType } from '../domain/schema-field-type.js';
import type { EditableFieldWrite, SchemaFieldWrite } from './column-store.js';
import type { AspectWrite } from './header-store.js';
import type { AspectValue } from './models.js';
import type { TagOn } from './tag-store.js';
import type { AspectUpsert } from './write.js';

/** The fields of each known aspect that rows of its own model keep; its header keeps the others. */
const inRows: ReadonlyMap<string, readonly string[]> = new Map([
  ['globalTags', ['tags']],
  ['tagProperties', ['name', 'description', 'colorHex']],
  ['editableSchemaMetadata', ['editableSchemaFieldInfo']],
  ['schemaMetadata', ['fields']],
]);

export function header({ urn, name, value, text, systemMetadata = null }: AspectUpsert): AspectWrite {
  const modelled = inRows.get(name);
  const body = modelled ? stringifyExact(without(value, modelled)) : (text ?? stringifyExact(value));
  return { urn, name, body, systemMetadata };
}

const without = (value: Readonly<Json>, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

const textOrNull = (value: Json) => (Object.keys(value).length === 0 ? null : stringifyExact(value));

/** The last of those with one key, in the place of the first. */
const distinct = <T>(values: readonly T[], keyOf: (value: T) => string): T[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
];

export const tagsOn = (
  resourceUrn: string,
  fieldPath: string,
  { tags }: AspectValue<'globalTags'>,
): TagOn[] =>
  distinct(tags, ({ tag }) => tag).map(({ tag, ...others }) => ({
    resourceUrn,
    fieldPath,
    tagUrn: tag,
    body: textOrNull(others),
  }));

export const schemaFields = (
  datasetUrn: string,
  { fields }: AspectValue<'schemaMetadata'>,
): SchemaFieldWrite[] =>
  fields.map((field, position) => ({
    datasetUrn,
    fieldPath: field.fieldPath,
    position,
    simplePath: simplePath(field.fieldPath),
    type: schemaFieldType(field.type),
    nativeDataType: field.nativeDataType,
    nullable: field.nullable ?? false,
    description: field.description ?? null,
    body: stringifyExact(field),
  }));

export const editableFields = (
  datasetUrn: string,
  { editableSchemaFieldInfo = [] }: AspectValue<'editableSchemaMetadata'>,
): EditableFieldWrite[] =>
  distinct(editableSchemaFieldInfo, ({ fieldPath }) => fieldPath).map(
    ({ fieldPath, description, globalTags, ...others }) => {
      const { tags: _, ...otherOfTags } = globalTags ?? {};
      const rest = Object.keys(otherOfTags).length > 0 ? { ...others, globalTags: otherOfTags } : others;
      return {
        datasetUrn,
        fieldPath,
        description: description ?? null,
        tags: globalTags ? tagsOn(datasetUrn, fieldPath, globalTags) : null,
        body: textOrNull(rest),
      };
    },
  );

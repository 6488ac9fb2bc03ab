import type { GraphQLResolveInfo } from 'graphql';
import { schemaFieldTypes } from '../../columns/schema-field-type.js';
import { checkColumnPage } from '../../core/pagination.js';
import type {
  Columns,
  EditableSchemaField,
  SchemaField as SchemaFieldView,
} from '../../entities/column-views.js';
import type { SchemaHeader } from '../../entities/views.js';
import { type ArgumentBuilder, builder, type Context } from './builder.js';
import { enumValues } from './enum-values.js';
import { nonNull } from './kit.js';
import { GlossaryTerms } from './stewarded.js';
import { deprecatedTagsField, GlobalTags, tagsField } from './tag-association.js';

const SchemaFieldDataType = builder.enumType('SchemaFieldDataType', {
  description: 'The type of a column, in terms common to all platforms.',
  values: enumValues(schemaFieldTypes, {
    BOOLEAN: 'True or false.',
    FIXED: 'A fixed number of bytes.',
    STRING: 'Text.',
    BYTES: 'Bytes.',
    NUMBER: 'A number.',
    DATE: 'A date.',
    TIME: 'A time, with or without a date.',
    ENUM: 'One of several names.',
    NULL: 'No value, or an unknown type.',
    ARRAY: 'A list.',
    MAP: 'A map from keys to values.',
    STRUCT: 'A record with fields of its own.',
    UNION: 'One of several types.',
  }),
});

const SchemaField = builder.objectRef<SchemaFieldView>('SchemaField').implement({
  description: 'A column, as it was ingested.',
  fields: (t) => ({
    fieldPath: t.exposeString('fieldPath', nonNull('The field path, simple (`a.b`) or of version 2.')),
    type: t.expose('type', nonNull('The type in terms common to all platforms.', SchemaFieldDataType)),
    nativeDataType: t.exposeString('nativeDataType', { description: "The platform's name for the type." }),
    nullable: t.exposeBoolean('nullable', nonNull('Whether values can be missing.')),
    description: t.exposeString('description', { description: 'The ingested description.' }),
    tags: t.expose('tags', { type: GlobalTags, description: 'The tags that were ingested with the schema.' }),
    globalTags: t.expose('tags', deprecatedTagsField),
    glossaryTerms: t.expose('terms', {
      type: GlossaryTerms,
      description: 'The glossary terms that were ingested with the schema.',
    }),
  }),
});

const pageArgs = (t: ArgumentBuilder) => ({
  start: t.int({ description: 'The number of columns to skip. Default: 0.' }),
  count: t.int({ description: 'The maximum number of columns. Default: all.' }),
});

interface PageArgs {
  readonly start?: number | null | undefined;
  readonly count?: number | null | undefined;
}

async function page<T>(
  columns: Columns<T>,
  { start, count }: PageArgs,
  { answer }: Context,
  info: GraphQLResolveInfo,
): Promise<readonly T[]> {
  const page = checkColumnPage(start, count);
  if (columns.few) return columns.few.slice(page.start, page.start + (page.count ?? columns.few.length));
  return answer.addLongList(await columns.size(page), () => columns.read(page), info);
}

interface SchemaMetadataView {
  readonly datasetUrn: string;
  readonly columns: Columns<SchemaFieldView>;
}

/** Options of a field that has a text of the schema. */
const headerText = <Name extends 'name' | 'platformUrn' | 'cluster' | 'hash'>(
  name: Name,
  description: string,
) => ({
  description,
  resolve: async (
    { datasetUrn }: SchemaMetadataView,
    _: object,
    { services }: Context,
  ): Promise<SchemaHeader[Name]> => (await services.entities.schemaHeader(datasetUrn))[name],
});
const present = { nullable: false } as const;

export const SchemaMetadata = builder.objectRef<SchemaMetadataView>('SchemaMetadata').implement({
  description: 'The schema of a dataset as it was ingested.',
  fields: (t) => ({
    datasetUrn: t.exposeString('datasetUrn', { description: 'The dataset.' }),
    aspectVersion: t.field({
      type: 'Long',
      description: 'Always 0, the latest version of the aspect.',
      resolve: () => 0,
    }),
    createdAt: t.field({
      type: 'Long',
      description: 'When the schema was last written, in milliseconds since the epoch.',
      resolve: async ({ datasetUrn }, _, { services }) =>
        (await services.entities.schemaHeader(datasetUrn)).writtenAt,
    }),
    name: t.string({ ...present, ...headerText('name', 'The name of the schema; empty if there is none.') }),
    version: t.field({
      type: 'Long',
      ...present,
      description: 'The version that the source gave the schema; 0 if there is none.',
      resolve: async ({ datasetUrn }, _, { services }) =>
        (await services.entities.schemaHeader(datasetUrn)).version,
    }),
    platformUrn: t.string({ ...present, ...headerText('platformUrn', 'The platform of the schema.') }),
    cluster: t.string(headerText('cluster', 'The cluster that the schema comes from.')),
    hash: t.string({ ...present, ...headerText('hash', 'The hash of the schema; empty if there is none.') }),
    fields: t.field({
      ...nonNull('The columns, in order.', [SchemaField]),
      args: pageArgs(t.arg),
      resolve: ({ columns }, args, context, info) => page(columns, args, context, info),
    }),
  }),
});

const EditableSchemaFieldInfo = builder.objectRef<EditableSchemaField>('EditableSchemaFieldInfo').implement({
  description: 'A column as people edited it.',
  fields: (t) => ({
    fieldPath: t.exposeString('fieldPath', nonNull('The field path in the schema.')),
    description: t.exposeString('description', { description: 'The description as people edited it.' }),
    tags: t.expose('tags', tagsField),
    globalTags: t.expose('tags', deprecatedTagsField),
    glossaryTerms: t.expose('terms', {
      type: GlossaryTerms,
      description: 'The glossary terms. Null before they are first written.',
    }),
  }),
});

export const EditableSchemaMetadata = builder
  .objectRef<Columns<EditableSchemaField>>('EditableSchemaMetadata')
  .implement({
    description: 'The columns of a dataset as people edited them.',
    fields: (t) => ({
      editableSchemaFieldInfo: t.field({
        ...nonNull('The edited columns, in the order of their first edit.', [EditableSchemaFieldInfo]),
        args: pageArgs(t.arg),
        resolve: page,
      }),
    }),
  });

import type { GraphQLResolveInfo } from 'graphql';
import { checkColumnPage } from '../../core/pagination.js';
import { schemaFieldTypes } from '../../metadata/schema-field-type.js';
import type { Columns, EditableSchemaField, SchemaField as SchemaFieldView } from '../../metadata/views.js';
import { type ArgumentBuilder, builder, type Context } from './builder.js';
import { GlobalTags } from './tag-association.js';

const SchemaFieldDataType = builder.enumType('SchemaFieldDataType', {
  description: 'What kind of value a column holds, whatever its platform calls it.',
  values: schemaFieldTypes,
});

const SchemaField = builder.objectRef<SchemaFieldView>('SchemaField').implement({
  description: 'A column, as it was ingested.',
  fields: (t) => ({
    fieldPath: t.exposeString('fieldPath', { nullable: false, description: 'Simple (`a.b`) or version 2.' }),
    type: t.expose('type', {
      type: SchemaFieldDataType,
      nullable: false,
      description: 'What kind of value it holds.',
    }),
    nativeDataType: t.exposeString('nativeDataType', { description: 'What its platform calls the type.' }),
    nullable: t.exposeBoolean('nullable', { nullable: false, description: 'Whether it may be empty.' }),
    description: t.exposeString('description', { description: 'As it was ingested.' }),
    tags: t.expose('tags', { type: GlobalTags, description: 'The tags that were ingested with the schema.' }),
  }),
});

const pageArgs = (t: ArgumentBuilder) => ({
  start: t.int({ description: 'How many columns to skip; none when absent.' }),
  count: t.int({ description: 'How many columns at most; all when absent.' }),
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

export const SchemaMetadata = builder.objectRef<Columns<SchemaFieldView>>('SchemaMetadata').implement({
  description: 'The schema of a dataset, as it was ingested.',
  fields: (t) => ({
    fields: t.field({
      type: [SchemaField],
      nullable: false,
      description: 'Its columns, in order.',
      args: pageArgs(t.arg),
      resolve: page,
    }),
  }),
});

const EditableSchemaFieldInfo = builder.objectRef<EditableSchemaField>('EditableSchemaFieldInfo').implement({
  description: 'What people wrote about a column.',
  fields: (t) => ({
    fieldPath: t.exposeString('fieldPath', { nullable: false, description: "The schema's own field path." }),
    description: t.exposeString('description', { description: 'As people wrote it.' }),
    tags: t.expose('tags', {
      type: GlobalTags,
      description: 'Null until first written; after the last removal an empty list.',
    }),
    globalTags: t.expose('tags', {
      type: GlobalTags,
      description: 'The same as `tags`.',
      deprecationReason: 'Use `tags`.',
    }),
  }),
});

export const EditableSchemaMetadata = builder
  .objectRef<Columns<EditableSchemaField>>('EditableSchemaMetadata')
  .implement({
    description: 'What people wrote about the columns of a dataset.',
    fields: (t) => ({
      editableSchemaFieldInfo: t.field({
        type: [EditableSchemaFieldInfo],
        nullable: false,
        description: 'The columns that were edited, in the order of their first edit.',
        args: pageArgs(t.arg),
        resolve: page,
      }),
    }),
  });

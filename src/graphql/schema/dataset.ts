import { parseDatasetUrn } from '../../core/urn.js';
import type { Entity } from '../../metadata/views.js';
import { builder } from './builder.js';
import { Container } from './container.js';
import {
  DataPlatform,
  entityTypeField,
  FabricType,
  type NamedProperties,
  namedProperties,
  platformOf,
} from './entity.js';
import { EditableSchemaMetadata, SchemaMetadata } from './schema-metadata.js';
import { deprecatedTagsField, tagsField } from './tag-association.js';

const DatasetProperties = builder.objectRef<NamedProperties>('DatasetProperties').implement({
  description: 'Properties of a dataset.',
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: false,
      description: 'The display name; the name in the URN when it has none.',
    }),
    description: t.exposeString('description', { description: 'What the dataset holds.' }),
  }),
});

const Dataset = builder.objectRef<Entity>('Dataset').implement({
  description: 'A table, a view, a topic, a file …',
  fields: (t) => ({
    urn: t.exposeString('urn', {
      nullable: false,
      description: '`urn:li:dataset:(urn:li:dataPlatform:<platform>,<name>,<environment>)`',
    }),
    type: t.field(entityTypeField('DATASET')),
    name: t.string({
      nullable: false,
      description: 'The name in the URN.',
      resolve: ({ urn }) => parseDatasetUrn(urn).name,
    }),
    platform: t.field({
      type: DataPlatform,
      nullable: false,
      description: 'The system that the dataset is in.',
      resolve: ({ urn }) => platformOf(urn),
    }),
    origin: t.field({
      type: FabricType,
      nullable: false,
      description: 'The environment that the dataset belongs to.',
      resolve: ({ urn }) => parseDatasetUrn(urn).origin,
    }),
    properties: t.field({
      type: DatasetProperties,
      description: 'Null before they are first written.',
      resolve: (dataset, _, context, info) =>
        namedProperties(dataset, parseDatasetUrn(dataset.urn).name, context, info),
    }),
    tags: t.expose('tags', tagsField),
    globalTags: t.expose('tags', deprecatedTagsField),
    container: t.field({
      type: Container,
      description: 'The container that the dataset is in.',
      resolve: (entity, _, { services }) => services.catalog.parent(entity),
    }),
    schemaMetadata: t.field({
      type: SchemaMetadata,
      description: 'The columns as they were ingested. Null before they are first written.',
      resolve: ({ urn }, _, { services }) => services.catalog.schema(urn),
    }),
    editableSchemaMetadata: t.field({
      type: EditableSchemaMetadata,
      description: 'The columns as people edited them. Null before they are first written.',
      resolve: ({ urn }, _, { services }) => services.catalog.editableSchema(urn),
    }),
  }),
});

builder.queryField('dataset', (t) =>
  t.field({
    type: Dataset,
    description: 'Returns a dataset; null when it does not exist.',
    args: {
      urn: t.arg.string({
        required: true,
        description: '`urn:li:dataset:(urn:li:dataPlatform:<platform>,<name>,<environment>)`',
      }),
    },
    resolve: (_, { urn }, { services }) => services.catalog.dataset(urn),
  }),
);

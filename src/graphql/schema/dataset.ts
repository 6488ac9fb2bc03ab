import { parseDatasetUrn } from '../../core/urn.js';
import type { Entity } from '../../metadata/views.js';
import { builder } from './builder.js';
import { Container } from './container.js';
import {
  DataPlatform,
  entityType,
  FabricType,
  type NamedProperties,
  namedProperties,
  platformOf,
} from './entity.js';
import { EditableSchemaMetadata, SchemaMetadata } from './schema-metadata.js';
import { GlobalTags } from './tag-association.js';

const DatasetProperties = builder.objectRef<NamedProperties>('DatasetProperties').implement({
  description: 'What was written about a dataset.',
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: false,
      description: "The display name; without one, the URN's.",
    }),
    description: t.exposeString('description', { description: 'What it holds.' }),
  }),
});

const Dataset = builder.objectRef<Entity>('Dataset').implement({
  description: 'A table, a view, a topic, a file …',
  fields: (t) => ({
    urn: t.exposeString('urn', {
      nullable: false,
      description: '`urn:li:dataset:(urn:li:dataPlatform:<platform>,<name>,<environment>)`',
    }),
    type: t.field(entityType('DATASET')),
    name: t.string({
      nullable: false,
      description: 'The name that its URN holds.',
      resolve: ({ urn }) => parseDatasetUrn(urn).name,
    }),
    platform: t.field({
      type: DataPlatform,
      nullable: false,
      description: 'The system that it lives in.',
      resolve: ({ urn }) => platformOf(urn),
    }),
    origin: t.field({
      type: FabricType,
      nullable: false,
      description: 'The environment that it belongs to.',
      resolve: ({ urn }) => parseDatasetUrn(urn).origin,
    }),
    properties: t.field({
      type: DatasetProperties,
      description: 'Null until written.',
      resolve: (dataset, _, context, info) =>
        namedProperties(dataset, parseDatasetUrn(dataset.urn).name, context, info),
    }),
    tags: t.expose('tags', {
      type: GlobalTags,
      description: 'Null until first written; after the last removal an empty list.',
    }),
    globalTags: t.expose('tags', {
      type: GlobalTags,
      description: 'The same as `tags`.',
      deprecationReason: 'Use `tags`.',
    }),
    container: t.field({
      type: Container,
      description: 'The container that it is in.',
      resolve: (entity, _, { services }) => services.catalog.parent(entity),
    }),
    schemaMetadata: t.field({
      type: SchemaMetadata,
      description: 'Its columns, as they were ingested. Null until written.',
      resolve: ({ urn }, _, { services }) => services.catalog.schema(urn),
    }),
    editableSchemaMetadata: t.field({
      type: EditableSchemaMetadata,
      description: 'What people wrote about its columns. Null until written.',
      resolve: ({ urn }, _, { services }) => services.catalog.editableSchema(urn),
    }),
  }),
});

builder.queryField('dataset', (t) =>
  t.field({
    type: Dataset,
    description: 'The dataset, or null.',
    args: { urn: t.arg.string({ required: true, description: 'Its URN.' }) },
    resolve: (_, { urn }, { services }) => services.catalog.dataset(urn),
  }),
);

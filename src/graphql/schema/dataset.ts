import { badRequest } from '../../core/errors.js';
import { environments, parseDatasetUrn } from '../../core/urn.js';
import type {
  Entity as EntityView,
  Properties,
  ViewProperties as ViewPropertiesView,
} from '../../entities/views.js';
import { Asset } from './asset.js';
import { builder } from './builder.js';
import { DataPlatform } from './data-platform.js';
import { ignoredInput } from './datahub-only.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { EntityWithRelationships } from './entity-with-relationships.js';
import { enumValues } from './enum-values.js';
import { nonNull, required } from './kit.js';
import { propertiesFields, propertiesType } from './properties.js';
import { EditableSchemaMetadata, SchemaMetadata } from './schema-metadata.js';
import { deprecatedTagsField } from './tag-association.js';

const FabricType = builder.enumType('FabricType', {
  description: 'The environment that a dataset belongs to.',
  values: enumValues(environments, {
    PROD: 'Production.',
    DEV: 'Development.',
    TEST: 'Testing.',
    QA: 'Quality assurance.',
    UAT: 'User acceptance testing.',
    EI: 'Early integration.',
    PRE: 'Pre-production.',
    STG: 'Staging.',
    NON_PROD: 'Any environment that is not production.',
    CORP: 'Corporate.',
    RVW: 'Review.',
    PRD: 'Another name for PROD.',
    TST: 'Another name for TEST.',
    SIT: 'System integration testing.',
    SBX: 'A sandbox.',
    SANDBOX: 'Another name for SBX.',
    CERT: 'Certification.',
  }),
});

const DatasetProperties = propertiesType('DatasetProperties', 'dataset');

const DatasetEditableProperties = builder.objectRef<Properties>('DatasetEditableProperties').implement({
  description: 'Properties of a dataset, as people wrote them.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The display name.' }),
    description: t.exposeString('description', { description: 'What the dataset holds.' }),
  }),
});

const ViewProperties = builder.objectRef<ViewPropertiesView>('ViewProperties').implement({
  description: 'The query that a view consists of.',
  fields: (t) => ({
    materialized: t.exposeBoolean('materialized', nonNull('Whether the results are stored.')),
    logic: t.exposeString('logic', nonNull('The text of the query.')),
    formattedLogic: t.exposeString('formattedLogic', { description: 'The text, formatted or compiled.' }),
    language: t.exposeString('language', nonNull('The language: SQL …')),
  }),
});

export const Dataset = builder.objectRef<EntityView>('Dataset').implement({
  description: 'A table, a view, a topic, a file …',
  interfaces: [Entity, EntityWithRelationships, Asset],
  fields: (t) => ({
    urn: t.exposeString(
      'urn',
      nonNull('`urn:li:dataset:(urn:li:dataPlatform:<platform>,<name>,<environment>)`'),
    ),
    type: t.field(entityTypeField('DATASET')),
    name: t.string({
      ...nonNull('The name in the URN.'),
      resolve: ({ urn }) => parseDatasetUrn(urn).name,
    }),
    platform: t.field({
      ...nonNull('The system that the dataset is in.', DataPlatform),
      resolve: ({ urn }) => ({ urn: parseDatasetUrn(urn).platform }),
    }),
    origin: t.field({
      ...nonNull('The environment that the dataset belongs to.', FabricType),
      resolve: ({ urn }) => parseDatasetUrn(urn).origin,
    }),
    ...propertiesFields(t, DatasetProperties, DatasetEditableProperties),
    viewProperties: t.field({
      type: ViewProperties,
      description: 'The query of a view. Null before it is first written.',
      resolve: ({ urn }, _, { services }) => services.entities.viewProperties({ urn }),
    }),
    globalTags: t.expose('tags', deprecatedTagsField),
    schemaMetadata: t.field({
      type: SchemaMetadata,
      description: 'The columns as they were ingested. Null before they are first written.',
      args: {
        version: t.arg({
          type: 'Long',
          ...ignoredInput,
          description: 'Must be 0, the latest version. Default: 0.',
        }),
      },
      resolve: async ({ urn }, { version }, { services }) => {
        if (version) throw badRequest(`version is ${version}; only 0, the latest version, is stored`);
        const columns = await services.entities.schema(urn);
        return columns && { datasetUrn: urn, columns };
      },
    }),
    editableSchemaMetadata: t.field({
      type: EditableSchemaMetadata,
      description: 'The columns as people edited them. Null before they are first written.',
      resolve: ({ urn }, _, { services }) => services.entities.editableSchema(urn),
    }),
  }),
});

builder.queryField('dataset', (t) =>
  t.field({
    type: Dataset,
    description: 'Returns a dataset; null when it does not exist.',
    args: {
      urn: t.arg.string(required('`urn:li:dataset:(urn:li:dataPlatform:<platform>,<name>,<environment>)`')),
    },
    resolve: (_, { urn }, { services, actor }) => services.entities.dataset(actor, urn),
  }),
);

import { parseUrn } from '../../core/urn.js';
import { platformTypes } from '../../entities/details.js';
import type { PlatformProperties } from '../../entities/views.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { enumValues } from './enum-values.js';
import { nonNull } from './kit.js';

const PlatformType = builder.enumType('PlatformType', {
  description: 'The kind of a platform. OTHERS stands for any other system.',
  values: enumValues(platformTypes, {
    FILE_SYSTEM: 'A file system.',
    KEY_VALUE_STORE: 'A key-value store.',
    MESSAGE_BROKER: 'A message broker.',
    OBJECT_STORE: 'An object store.',
    OLAP_DATASTORE: 'A database for analytics.',
    QUERY_ENGINE: 'A query engine over data in other systems.',
    RELATIONAL_DB: 'A relational database.',
    SEARCH_ENGINE: 'A search engine.',
    OTHERS: 'Any other system.',
  }),
});

const DataPlatformProperties = builder.objectRef<PlatformProperties>('DataPlatformProperties').implement({
  description: 'Properties of a platform.',
  fields: (t) => ({
    type: t.expose('type', nonNull('The kind of platform.', PlatformType)),
    displayName: t.exposeString('displayName', { description: 'The display name.' }),
    datasetNameDelimiter: t.exposeString(
      'datasetNameDelimiter',
      nonNull("The delimiter between the parts of a dataset's name."),
    ),
    logoUrl: t.exposeString('logoUrl', { description: 'The URL of a picture.' }),
  }),
});

export const DataPlatform = builder.objectRef<{ readonly urn: string }>('DataPlatform').implement({
  description: 'A system that holds data, such as a warehouse or a message broker.',
  interfaces: [Entity],
  fields: (t) => ({
    urn: t.exposeString('urn', nonNull('`urn:li:dataPlatform:<name>`')),
    type: t.field(entityTypeField('DATA_PLATFORM')),
    name: t.string({
      ...nonNull('The last part of the URN.'),
      resolve: ({ urn }) => urn.slice('urn:li:dataPlatform:'.length),
    }),
    properties: t.field({
      type: DataPlatformProperties,
      description: 'The properties. Null before they are first written.',
      resolve: ({ urn }, _, { services }) => services.entities.platformProperties(urn),
    }),
  }),
});

export const DataPlatformInstance = builder
  .objectRef<{ readonly urn: string }>('DataPlatformInstance')
  .implement({
    description: 'One of several installations of a platform.',
    interfaces: [Entity],
    fields: (t) => ({
      urn: t.exposeString('urn', nonNull('`urn:li:dataPlatformInstance:(<platform URN>,<instance>)`')),
      type: t.field(entityTypeField('DATA_PLATFORM_INSTANCE')),
      platform: t.field({
        type: DataPlatform,
        description: 'The platform in the URN.',
        resolve: ({ urn }) => {
          const [platform = ''] = parseUrn(urn).parts;
          return platform.startsWith('urn:li:dataPlatform:') ? { urn: platform } : null;
        },
      }),
    }),
  });

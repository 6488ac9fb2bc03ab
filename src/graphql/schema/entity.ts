import { parseDatasetUrn } from '../../core/urn.js';
import { builder } from './builder.js';

export const EntityType = builder.enumType('EntityType', {
  description: 'What kind of thing a URN names.',
  values: {
    DATASET: { description: 'A table, a view, a topic, a file …' },
    CONTAINER: { description: 'What holds datasets or other containers: a database, a schema, a folder …' },
    TAG: { description: 'A label.' },
    CORP_USER: { description: 'A user.' },
    ACCESS_TOKEN: { description: 'The record of an access token.' },
    DATA_PLATFORM: { description: 'The system that datasets live in.' },
  } as const,
});

export const FabricType = builder.enumType('FabricType', {
  description: 'The environment that a dataset belongs to.',
  values: 'PROD DEV TEST QA UAT EI PRE STG NON_PROD CORP RVW PRD TST SIT SBX SANDBOX'.split(' '),
});

/** A platform is known by its URN alone. */
export const DataPlatform = builder
  .objectRef<{ readonly urn: string; readonly name: string }>('DataPlatform')
  .implement({
    description: 'The system that datasets live in, such as a warehouse or a message broker.',
    fields: (t) => ({
      urn: t.exposeString('urn', { nullable: false, description: '`urn:li:dataPlatform:<name>`' }),
      type: t.field({
        type: EntityType,
        nullable: false,
        description: 'Always DATA_PLATFORM.',
        resolve: () => 'DATA_PLATFORM' as const,
      }),
      name: t.exposeString('name', { nullable: false, description: 'The last part of the URN.' }),
    }),
  });

export const platformOf = (datasetUrn: string) => {
  const { platform, platformName } = parseDatasetUrn(datasetUrn);
  return { urn: platform, name: platformName };
};

import type { GraphQLResolveInfo } from 'graphql';
import { environments, parseDatasetUrn } from '../../core/urn.js';
import type { Entity, Properties } from '../../metadata/views.js';
import { builder, type Context } from './builder.js';

export const EntityType = builder.enumType('EntityType', {
  description: 'The type of an entity.',
  values: {
    DATASET: { description: 'A table, a view, a topic, a file …' },
    CONTAINER: { description: 'A group of datasets and containers: a database, a schema, a folder …' },
    TAG: { description: 'A label.' },
    CORP_USER: { description: 'A user.' },
    ACCESS_TOKEN: { description: 'The record of an access token.' },
    DATA_PLATFORM: { description: 'A system that datasets are in.' },
  } as const,
});

/** The options of a field `type` that has one value for all objects. */
export const entityTypeField = <const Name extends typeof EntityType.$inferType>(name: Name) =>
  ({ type: EntityType, nullable: false, description: `Always ${name}.`, resolve: () => name }) as const;

export const FabricType = builder.enumType('FabricType', {
  description: 'The environment that a dataset belongs to.',
  values: environments,
});

export const DataPlatform = builder
  .objectRef<{ readonly urn: string; readonly name: string }>('DataPlatform')
  .implement({
    description: 'A system that datasets are in, such as a warehouse or a message broker.',
    fields: (t) => ({
      urn: t.exposeString('urn', { nullable: false, description: '`urn:li:dataPlatform:<name>`' }),
      type: t.field(entityTypeField('DATA_PLATFORM')),
      name: t.exposeString('name', { nullable: false, description: 'The last part of the URN.' }),
    }),
  });

export const platformOf = (datasetUrn: string) => {
  const { platform, platformName } = parseDatasetUrn(datasetUrn);
  return { urn: platform, name: platformName };
};

/** The properties of a dataset or a container as they are shown: with a name. */
export type NamedProperties = Properties & { readonly name: string };

/**
 * Reads the properties of a dataset or a container. Null until written.
 *
 * @param defaultName for properties without a name
 */
export async function namedProperties(
  entity: Entity,
  defaultName: string,
  { services, answer }: Context,
  info: GraphQLResolveInfo,
): Promise<NamedProperties | null> {
  const properties = await services.catalog.properties(entity);
  if (!properties) return null;
  answer.addTexts(properties, info);
  return { ...properties, name: properties.name ?? defaultName };
}

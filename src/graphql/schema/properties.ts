import type { GraphQLResolveInfo } from 'graphql';
import type { Properties } from '../../entities/views.js';
import { builder, type Context } from './builder.js';

/** The properties of an entity as they are shown: with a name. */
type NamedProperties = Properties & { readonly name: string };

/** Makes the type of the properties of an entity. @param kind `dataset`, `chart` … */
export const propertiesType = (name: string, kind: string) =>
  builder.objectRef<NamedProperties>(name).implement({
    description: `Properties of a ${kind}, as they were ingested.`,
    fields: (t) => ({
      name: t.exposeString('name', {
        nullable: false,
        description: 'The display name; otherwise the name in the URN.',
      }),
      description: t.exposeString('description', { description: 'The ingested description.' }),
    }),
  });

/** Makes the type of the properties of an entity that people write. @param kind `container`, `chart` … */
export const editablePropertiesType = (name: string, kind: string) =>
  builder.objectRef<Properties>(name).implement({
    description: `Properties of a ${kind}, as people wrote them.`,
    fields: (t) => ({
      description: t.exposeString('description', { description: 'The description.' }),
    }),
  });

/** Counts properties for the answer. */
export async function counted(
  reading: Promise<Properties | null>,
  { answer }: Context,
  info: GraphQLResolveInfo,
): Promise<Properties | null> {
  const properties = await reading;
  if (properties) answer.addTexts(properties, info);
  return properties;
}

/** Counts properties, and gives them a name if they have none. */
export async function namedProperties(
  reading: Promise<Properties | null>,
  defaultName: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<NamedProperties | null> {
  const properties = await counted(reading, context, info);
  return properties && { ...properties, name: properties.name ?? defaultName };
}

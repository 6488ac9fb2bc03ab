import { nameInUrn } from '../../core/urn.js';
import type { Entity, Properties } from '../../entities/views.js';
import { builder } from './builder.js';
import { nonNull } from './kit.js';

/** The properties of an entity as they are shown: with a name. */
type NamedProperties = Properties & { readonly name: string };

/** Makes the type of the properties of an entity. @param kind `dataset`, `chart` … */
export const propertiesType = (name: string, kind: string) =>
  builder.objectRef<NamedProperties>(name).implement({
    description: `Properties of a ${kind}, as they were ingested.`,
    fields: (t) => ({
      name: t.exposeString('name', nonNull('The display name; otherwise the name in the URN.')),
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

/** Gives properties a name if they have none. */
export async function namedProperties(
  reading: Promise<Properties | null>,
  defaultName: string,
): Promise<NamedProperties | null> {
  const properties = await reading;
  return properties && { ...properties, name: properties.name ?? defaultName };
}

type FieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Entity>;

const unwritten = 'The properties. Null before they are first written.';

/** The fields with the properties of an entity, as they were ingested and as people wrote them. */
export const propertiesFields = (
  t: FieldBuilder,
  type: ReturnType<typeof propertiesType>,
  editableType: ReturnType<typeof editablePropertiesType>,
) => ({
  properties: t.field({
    type,
    description: unwritten,
    resolve: (entity, _, { services }) =>
      namedProperties(services.entities.properties(entity), nameInUrn(entity.urn)),
  }),
  editableProperties: t.field({
    type: editableType,
    description: unwritten,
    resolve: (entity, _, { services }) => services.entities.editableProperties(entity),
  }),
});

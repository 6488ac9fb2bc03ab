import { entityTypeName } from '../../datahub/entity-types.js';
import { type AssetType, type AssetUrn, assetUrnForms, parseAssetUrn } from '../../entities/asset-urn.js';
import type { Entity as EntityView } from '../../entities/views.js';
import { Asset } from './asset.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { EntityWithRelationships } from './entity-with-relationships.js';
import { nonNull, required } from './kit.js';
import { editablePropertiesType, propertiesFields, propertiesType } from './properties.js';
import { deprecatedTagsField } from './tag-association.js';

type FieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, EntityView>;

/** Makes the object type and the query of charts, dashboards, flows or jobs. */
export function assetType<Fields extends object>(
  type: AssetType,
  description: string,
  ownFields: (t: FieldBuilder) => Fields,
) {
  const urnForm = `\`${assetUrnForms[type]}\``;
  const name = type[0]!.toUpperCase() + type.slice(1);
  const Properties = propertiesType(`${name}Properties`, inWords(type));
  const EditableProperties = editablePropertiesType(`${name}EditableProperties`, inWords(type));
  const ref = builder.objectRef<EntityView>(name);
  ref.implement({
    description,
    interfaces: [Entity, EntityWithRelationships, Asset],
    fields: (t) => ({
      urn: t.exposeString('urn', nonNull(urnForm)),
      type: t.field(entityTypeField(entityTypeName(type))),
      ...propertiesFields(t, Properties, EditableProperties),
      globalTags: t.expose('tags', deprecatedTagsField),
      ...ownFields(t),
    }),
  });

  builder.queryField(type, (t) =>
    t.field({
      type: ref,
      description: 'Returns the entity; null when it does not exist.',
      args: { urn: t.arg.string(required(urnForm)) },
      resolve: (_, { urn }, { services, actor }) => services.entities.asset(actor, type, urn),
    }),
  );
  return ref;
}

/** Returns `data flow` for `dataFlow`. */
const inWords = (type: AssetType) => type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** The options of a field that has a part of the URN. */
export const urnPart = (type: AssetType, part: Exclude<keyof AssetUrn, 'type'>, description: string) =>
  ({
    ...nonNull(description),
    resolve: ({ urn }: EntityView) => parseAssetUrn(type, urn)[part],
  }) as const;

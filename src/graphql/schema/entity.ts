import { badRequest } from '../../core/errors.js';
import { getEntityType, parseUrn } from '../../core/urn.js';
import { entityTypeName } from '../../datahub/entity-types.js';
import { isAssetType, toAssetUrn } from '../../entities/asset-urn.js';
import { builder, type Context } from './builder.js';
import { EntityType } from './entity-type.js';
import { nonNull, required } from './kit.js';

interface AnyEntity {
  readonly urn: string;
}

const getGraphqlType = ({ urn }: AnyEntity) => entityTypeName(getEntityType(urn));

function readShown({ urn }: AnyEntity, { services }: Context) {
  const type = getEntityType(urn);
  if (type === 'corpuser') return services.users.shownUser(urn);
  if (type === 'corpGroup') return services.users.shownGroup(urn);
  return services.entities.shown({ urn });
}

/** Makes the resolver of a text that lists show of an entity. Tags have their own: they are read with their texts. */
const shown =
  <Text extends 'displayName' | 'description'>(text: Text) =>
  async (entity: AnyEntity, _: object, context: Context) =>
    (await readShown(entity, context))[text];

export const displayNameField = {
  description:
    'The name that people gave the entity; otherwise the ingested name; otherwise the name in the URN.',
  resolve: shown('displayName'),
};

export const Entity = builder.interfaceRef<AnyEntity>('Entity').implement({
  description: 'Anything that metadata can describe.',
  fields: (t) => ({
    urn: t.exposeString('urn', nonNull('`urn:li:<type>:…`')),
    type: t.field({
      ...nonNull('The type in the URN.', EntityType),
      resolve: getGraphqlType,
    }),
    displayName: t.string(displayNameField),
    description: t.string({
      description: 'The description that people wrote; otherwise the ingested description.',
      resolve: shown('description'),
    }),
    colorHex: t.string({ description: '`#RRGGBB`, the colour of a tag.', resolve: () => null }),
  }),
  resolveType: ({ urn }) => getObjectType(urn),
});

/** The options of the field that tells whether an entity that another one refers to exists. */
export const existsField = {
  description: 'Whether the entity exists, soft-deleted or not.',
  resolve: ({ urn }: AnyEntity, _: object, { services, actor }: Context) =>
    services.entities.exists(actor, urn),
};

const objectTypes =
  `Chart Container CorpGroup Dashboard DataFlow DataHubRole DataHubView DataJob DataPlatform DataPlatformInstance
  DataProcessInstance DataProduct Dataset Domain GlossaryNode GlossaryTerm Tag`.split(/\s+/);
const nameByType = new Map([
  ...objectTypes.map((name) => [name[0]!.toLowerCase() + name.slice(1), name] as const),
  ['corpuser', 'CorpUser'],
  ['schemaField', 'SchemaFieldEntity'],
  ['ownershipType', 'OwnershipTypeEntity'],
]);

/** Returns the name of the object type for a URN. A chart whose URN names no tool cannot be shown as one. */
function getObjectType(urn: string): string {
  const type = getEntityType(urn);
  const isShown = !isAssetType(type) || toAssetUrn(parseUrn(urn)) !== null;
  return (isShown ? nameByType.get(type) : undefined) ?? 'GenericEntity';
}

/** Entities that one field reads: the list is resolved in one turn of the event loop. */
const maxEntities = 100;

const urn = required('`urn:li:<type>:…`');

builder.queryFields((t) => ({
  entity: t.field({
    type: Entity,
    description: 'Returns an entity of any type; null when it does not exist.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services, actor }) => services.entities.entity(actor, urn),
  }),
  entities: t.field({
    type: [Entity],
    nullable: { list: true, items: true },
    description:
      'Returns entities of any type, in the order of the URNs; null for each entity that does ' +
      'not exist.',
    args: { urns: t.arg.stringList(required(`At most ${maxEntities} URNs.`)) },
    resolve: (_, { urns }, { services, actor }) => {
      if (urns.length > maxEntities)
        throw badRequest(`urns has ${urns.length} entries; at most ${maxEntities} are allowed`);
      return Promise.all(urns.map((urn) => services.entities.entity(actor, urn)));
    },
  }),
  entityExists: t.boolean({
    description: 'Whether an entity exists, soft-deleted or not.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services, actor }) => services.entities.exists(actor, urn),
  }),
}));

import { badRequest } from '../../core/errors.js';
import { getEntityType, parseUrn } from '../../core/urn.js';
import { entityTypeName } from '../../datahub/entity-types.js';
import { isAssetType, toAssetUrn } from '../../entities/asset-urn.js';
import type { Tag } from '../../tags/tag-view.js';
import { builder, type Context } from './builder.js';
import { EntityType } from './entity-type.js';

interface AnyEntity {
  readonly urn: string;
}

const getGraphqlType = ({ urn }: AnyEntity) => entityTypeName(getEntityType(urn));

export const Entity = builder.interfaceRef<AnyEntity>('Entity').implement({
  description: 'Anything that metadata can describe.',
  fields: (t) => ({
    urn: t.exposeString('urn', { nullable: false, description: '`urn:li:<type>:…`' }),
    type: t.field({
      type: EntityType,
      nullable: false,
      description: 'The type in the URN.',
      resolve: getGraphqlType,
    }),
  }),
  resolveType: ({ urn }) => getObjectType(urn),
});

/** The options of the field that tells whether an entity that another one refers to exists. */
export const existsField = {
  description: 'Whether the entity exists, soft-deleted or not.',
  resolve: ({ urn }: AnyEntity, _: object, { services, actor }: Context) =>
    services.entities.exists(actor, urn),
};

/** Its fields are those of the interface. */
const GenericEntity = builder.objectRef<AnyEntity>('GenericEntity').implement({
  description: 'An entity whose type has no object type of its own.',
  interfaces: [Entity],
});

const objectTypes =
  `Chart Container CorpGroup Dashboard DataFlow DataHubRole DataHubView DataJob DataPlatform DataPlatformInstance
  DataProcessInstance DataProduct Dataset Domain GlossaryNode GlossaryTerm Tag`.split(/\s+/);
const nameByType = new Map([
  ...objectTypes.map((name) => [name[0]!.toLowerCase() + name.slice(1), name] as const),
  ['corpuser', 'CorpUser'],
  ['ownershipType', 'OwnershipTypeEntity'],
]);

/** Returns the name of the object type for a URN. A chart whose URN names no tool cannot be shown as one. */
function getObjectType(urn: string): string {
  const type = getEntityType(urn);
  const isShown = !isAssetType(type) || toAssetUrn(parseUrn(urn)) !== null;
  return (isShown ? nameByType.get(type) : undefined) ?? GenericEntity.name;
}

/** Entities that one field reads: the list is resolved in one turn of the event loop. */
const maxEntities = 100;

const urn = { required: true, description: '`urn:li:<type>:…`' } as const;

async function loadEntity(
  urn: string,
  { services, actor, answer }: Context,
  info: Parameters<typeof answer.addTexts>[1],
) {
  const entity = await services.entities.entity(actor, urn);
  const properties = (entity as Tag | null)?.properties;
  if (properties) answer.addTexts(properties, info);
  return entity;
}

builder.queryFields((t) => ({
  entity: t.field({
    type: Entity,
    description: 'Returns an entity of any type; null when it does not exist.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, context, info) => loadEntity(urn, context, info),
  }),
  entities: t.field({
    type: [Entity],
    nullable: { list: true, items: true },
    description:
      'Returns entities of any type, in the order of the URNs; null for each entity that does ' +
      'not exist.',
    args: { urns: t.arg.stringList({ required: true, description: `At most ${maxEntities} URNs.` }) },
    resolve: (_, { urns }, context, info) => {
      if (urns.length > maxEntities)
        throw badRequest(`urns has ${urns.length} entries; at most ${maxEntities} are allowed`);
      return Promise.all(urns.map((urn) => loadEntity(urn, context, info)));
    },
  }),
  entityExists: t.boolean({
    description: 'Whether an entity exists, soft-deleted or not.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services, actor }) => services.entities.exists(actor, urn),
  }),
}));

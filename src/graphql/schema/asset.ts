import type { DeprecationDetails } from '../../entities/stewarded.js';
import type { Deprecation as DeprecationView, Entity as EntityView } from '../../entities/views.js';
import { builder } from './builder.js';
import { DataPlatform, DataPlatformInstance } from './data-platform.js';
import { displayNameField, Entity, existsField } from './entity.js';
import { innerPage } from './inner-page.js';
import { nonNull } from './kit.js';
import { optionalReference } from './reference.js';
import { type RelationshipsFieldBuilder, relationshipsField } from './relationships.js';
import { tagsField } from './tag-association.js';

const SubTypes = builder.objectRef<readonly string[]>('SubTypes').implement({
  description: "The platform's own words for an entity: Table, View, Schema …",
  fields: (t) => ({
    typeNames: t.stringList({ description: 'The names.', resolve: (names) => [...names] }),
  }),
});

interface ShownDeprecation extends DeprecationView {
  readonly details: () => Promise<DeprecationDetails>;
}

const Deprecation = builder.objectRef<ShownDeprecation>('Deprecation').implement({
  description: 'Whether people should stop using an entity, and why.',
  fields: (t) => ({
    deprecated: t.exposeBoolean('deprecated', nonNull('Whether the entity is deprecated.')),
    note: t.exposeString('note', { description: 'The reason, and what to use instead.' }),
    decommissionTime: t.field({
      type: 'Long',
      description: 'When the entity will be gone, in milliseconds since the epoch.',
      resolve: async ({ details }) => (await details()).decommissionTime,
    }),
    actor: t.string({
      description: 'The URN of who deprecated the entity.',
      resolve: async ({ details }) => (await details()).actor,
    }),
    actorEntity: t.field(
      optionalReference(
        'Who deprecated the entity.',
        async ({ details }: ShownDeprecation) => (await details()).actor,
      ),
    ),
    replacement: t.field(
      optionalReference(
        'What to use instead. It need not exist.',
        async ({ details }: ShownDeprecation) => (await details()).replacement,
      ),
    ),
  }),
});

/** Implemented in `container.ts`. It is here because assets have a container, and a container is an asset. */
export const Container = builder.objectRef<EntityView>('Container');

const ParentContainersResult = builder.objectRef<readonly EntityView[]>('ParentContainersResult').implement({
  description: 'The containers that hold an entity, directly or not.',
  fields: (t) => ({
    count: t.int({
      ...nonNull('The number of containers.'),
      resolve: ({ length }) => length,
    }),
    containers: t.field({
      ...nonNull('The containers, the nearest first.', [Container]),
      resolve: (containers) => containers,
    }),
  }),
});

/** The types that implement this inherit its fields and their resolvers. */
export const Asset = builder.interfaceRef<EntityView>('Asset').implement({
  description: 'A dataset, a container, a chart, a dashboard, a data flow or a data job.',
  interfaces: [Entity],
  fields: (t) => ({
    displayName: t.string({ ...displayNameField, nullable: false }),
    platform: t.field({
      type: DataPlatform,
      nullable: false,
      description: 'The platform that holds the entity; `urn:li:dataPlatform:unknown` when none is known.',
      resolve: async (asset, _, { services }) => ({ urn: await services.entities.platform(asset) }),
    }),
    container: t.field({
      type: Container,
      description: 'The container that holds the entity.',
      resolve: (asset, _, { services, actor }) => services.entities.parent(actor, asset),
    }),
    parentContainers: t.field({
      type: ParentContainersResult,
      description: 'The container that holds the entity, and the containers around it, up to 32 levels.',
      resolve: async (asset, _, context) => {
        const { actor, services } = context;
        // Not in turn, so that the entities of a page share the read.
        const urns = await services.entities.parentUrns(actor, asset);
        return services.entities.containers(actor, await innerPage(context, async () => urns));
      },
    }),
    tags: t.expose('tags', tagsField),
    subTypes: t.field({
      type: SubTypes,
      description:
        "The platform's own words for the entity: Table, View, Schema … Null before they are " +
        'first written.',
      resolve: (asset, _, { services }) => services.entities.subTypes(asset),
    }),
    dataPlatformInstance: t.field({
      type: DataPlatformInstance,
      description: 'The platform instance that holds the entity. Null before it is first written.',
      resolve: async (asset, _, { services }) => {
        const urn = await services.entities.platformInstance(asset);
        return urn === null ? null : { urn };
      },
    }),
    deprecation: t.field({
      type: Deprecation,
      description: 'Whether the entity is deprecated, and why. Null before it is first written.',
      resolve: async (asset, _, { services }) => {
        const found = await services.entities.deprecation(asset);
        return found && { ...found, details: () => services.entities.deprecationDetails(asset) };
      },
    }),
    lastIngested: t.field({
      type: 'Long',
      description:
        'When an ingestion run last wrote the entity, in milliseconds since the epoch. Null if ' +
        'none has.',
      resolve: (asset, _, { services }) => services.entities.lastIngested(asset),
    }),
    exists: t.boolean(existsField),
    relationships: relationshipsField(t as unknown as RelationshipsFieldBuilder),
  }),
});

import type { Deprecation as DeprecationView, Entity as EntityView } from '../../entities/views.js';
import { builder } from './builder.js';
import { DataPlatform, DataPlatformInstance } from './data-platform.js';
import { Entity, existsField } from './entity.js';
import { type RelationshipsFieldBuilder, relationshipsField } from './relationships.js';
import { tagsField } from './tag-association.js';

const SubTypes = builder.objectRef<readonly string[]>('SubTypes').implement({
  description: "The platform's own words for an entity: Table, View, Schema …",
  fields: (t) => ({
    typeNames: t.stringList({ description: 'The names.', resolve: (names) => [...names] }),
  }),
});

const Deprecation = builder.objectRef<DeprecationView>('Deprecation').implement({
  description: 'Whether people should stop using an entity, and why.',
  fields: (t) => ({
    deprecated: t.exposeBoolean('deprecated', {
      nullable: false,
      description: 'Whether the entity is deprecated.',
    }),
    note: t.exposeString('note', { description: 'The reason, and what to use instead.' }),
  }),
});

/** Implemented in `container.ts`. It is here because assets have a container, and a container is an asset. */
export const Container = builder.objectRef<EntityView>('Container');

/** The types that implement this inherit its fields and their resolvers. */
export const Asset = builder.interfaceRef<EntityView>('Asset').implement({
  description: 'A dataset, a container, a chart, a dashboard, a data flow or a data job.',
  interfaces: [Entity],
  fields: (t) => ({
    displayName: t.string({
      nullable: false,
      description:
        'The name that people gave the entity; otherwise the ingested name; otherwise the name in ' +
        'the URN.',
      resolve: async (asset, _, { services, answer }, info) => {
        const name = await services.entities.displayName(asset);
        answer.addTexts([name], info);
        return name;
      },
    }),
    description: t.string({
      description: 'The description that people wrote; otherwise the ingested description.',
      resolve: async (asset, _, { services, answer }, info) => {
        const description = await services.entities.description(asset);
        if (description !== null) answer.addTexts([description], info);
        return description;
      },
    }),
    platform: t.field({
      type: DataPlatform,
      nullable: false,
      description: 'The platform that holds the entity; `urn:li:dataPlatform:unknown` when none is known.',
      resolve: async (asset, _, { services }) => ({ urn: await services.entities.platform(asset) }),
    }),
    container: t.field({
      type: Container,
      description: 'The container that holds the entity.',
      resolve: (asset, _, { services }) => services.entities.parent(asset),
    }),
    tags: t.expose('tags', tagsField),
    subTypes: t.field({
      type: SubTypes,
      description:
        "The platform's own words for the entity: Table, View, Schema … Null before they are " +
        'first written.',
      resolve: async (asset, _, { services, answer }, info) => {
        const names = await services.entities.subTypes(asset);
        if (names) answer.addTexts(names, info);
        return names;
      },
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
      resolve: async (asset, _, { services, answer }, info) => {
        const deprecation = await services.entities.deprecation(asset);
        if (deprecation?.note) answer.addTexts([deprecation.note], info);
        return deprecation;
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

import type { Entity } from '../../metadata/views.js';
import { builder } from './builder.js';
import { DataPlatform, EntityType } from './entity.js';
import { GlobalTags } from './tag-association.js';

interface Properties {
  readonly name: string;
  readonly description: string | null;
}

const ContainerProperties = builder.objectRef<Properties>('ContainerProperties').implement({
  description: 'What was written about a container.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false, description: 'The display name; without one, the id.' }),
    description: t.exposeString('description', { description: 'What it holds.' }),
  }),
});

export const Container = builder.objectRef<Entity>('Container');
Container.implement({
  description: 'What holds datasets or other containers: a database, a schema, a folder …',
  fields: (t) => ({
    urn: t.exposeString('urn', { nullable: false, description: '`urn:li:container:<id>`' }),
    type: t.field({
      type: EntityType,
      nullable: false,
      description: 'Always CONTAINER.',
      resolve: () => 'CONTAINER' as const,
    }),
    platform: t.field({
      type: DataPlatform,
      description: "The system that it is part of; null when unknown, for a container's URN does not say.",
      resolve: () => null,
    }),
    properties: t.field({
      type: ContainerProperties,
      description: 'Null until written.',
      resolve: async (container, _, { services, answer }, info) => {
        const properties = await services.catalog.properties(container);
        if (!properties) return null;
        answer.texts(properties, info);
        return { ...properties, name: properties.name ?? idOf(container.urn) };
      },
    }),
    tags: t.expose('tags', { type: GlobalTags, description: 'Null until first written.' }),
    container: t.field({
      type: Container,
      description: 'The container that this one is in.',
      resolve: (entity, _, { services }) => services.catalog.parent(entity),
    }),
  }),
});

const idOf = (urn: string) => urn.slice('urn:li:container:'.length);

builder.queryField('container', (t) =>
  t.field({
    type: Container,
    description: 'The container, or null.',
    args: { urn: t.arg.string({ required: true, description: '`urn:li:container:<id>`' }) },
    resolve: (_, { urn }, { services }) => services.catalog.container(urn),
  }),
);

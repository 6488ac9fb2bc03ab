import type { Entity } from '../../metadata/views.js';
import { builder } from './builder.js';
import { DataPlatform, entityType, type NamedProperties, namedProperties } from './entity.js';
import { GlobalTags } from './tag-association.js';

const ContainerProperties = builder.objectRef<NamedProperties>('ContainerProperties').implement({
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
    type: t.field(entityType('CONTAINER')),
    platform: t.field({
      type: DataPlatform,
      description: "The system that it is part of; null when unknown, for a container's URN does not say.",
      resolve: () => null,
    }),
    properties: t.field({
      type: ContainerProperties,
      description: 'Null until written.',
      resolve: (container, _, context, info) =>
        namedProperties(container, idOf(container.urn), context, info),
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

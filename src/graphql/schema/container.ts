import type { Entity } from '../../metadata/views.js';
import { builder } from './builder.js';
import { DataPlatform, entityTypeField, type NamedProperties, namedProperties } from './entity.js';
import { tagsField } from './tag-association.js';

const ContainerProperties = builder.objectRef<NamedProperties>('ContainerProperties').implement({
  description: 'Properties of a container.',
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: false,
      description: 'The display name; the id when it has none.',
    }),
    description: t.exposeString('description', { description: 'What the container holds.' }),
  }),
});

export const Container = builder.objectRef<Entity>('Container');
Container.implement({
  description: 'A group of datasets and containers: a database, a schema, a folder …',
  fields: (t) => ({
    urn: t.exposeString('urn', { nullable: false, description: '`urn:li:container:<id>`' }),
    type: t.field(entityTypeField('CONTAINER')),
    platform: t.field({
      type: DataPlatform,
      description: "Always null, because a container's URN does not name its platform.",
      resolve: () => null,
    }),
    properties: t.field({
      type: ContainerProperties,
      description: 'Null before they are first written.',
      resolve: (container, _, context, info) =>
        namedProperties(container, idOf(container.urn), context, info),
    }),
    tags: t.expose('tags', tagsField),
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
    description: 'Returns a container; null when it does not exist.',
    args: { urn: t.arg.string({ required: true, description: '`urn:li:container:<id>`' }) },
    resolve: (_, { urn }, { services }) => services.catalog.container(urn),
  }),
);

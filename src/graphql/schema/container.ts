import type { Entity as EntityView, Properties } from '../../entities/views.js';
import { builder, type Context } from './builder.js';
import { Entity } from './entity.js';
import { entityFields, platformField } from './entity-fields.js';
import { entityTypeField } from './entity-type.js';
import { counted, namedProperties, propertiesType } from './properties.js';
import { tagsField } from './tag-association.js';

const ContainerProperties = propertiesType('ContainerProperties', 'container');

const ContainerEditableProperties = builder.objectRef<Properties>('ContainerEditableProperties').implement({
  description: 'Properties of a container, as people wrote them.',
  fields: (t) => ({
    description: t.exposeString('description', { description: 'What the container holds.' }),
  }),
});

export const Container = builder.objectRef<EntityView>('Container');

/** The options of the field with the container of an entity. */
export const containerField = {
  type: Container,
  description: 'The container that it is in.',
  resolve: (entity: EntityView, _: object, { services }: Context) => services.entities.parent(entity),
} as const;

Container.implement({
  description: 'A group of datasets and containers: a database, a schema, a folder …',
  interfaces: [Entity],
  fields: (t) => ({
    urn: t.exposeString('urn', { nullable: false, description: '`urn:li:container:<id>`' }),
    type: t.field(entityTypeField('CONTAINER')),
    platform: t.field(platformField),
    properties: t.field({
      type: ContainerProperties,
      description: 'Null before they are first written.',
      resolve: (container, _, context, info) =>
        namedProperties(
          context.services.entities.properties(container),
          container.urn.slice('urn:li:container:'.length),
          context,
          info,
        ),
    }),
    editableProperties: t.field({
      type: ContainerEditableProperties,
      description: 'Null before they are first written.',
      resolve: (container, _, context, info) =>
        counted(context.services.entities.editableProperties(container), context, info),
    }),
    tags: t.expose('tags', tagsField),
    container: t.field(containerField),
    ...entityFields(t),
  }),
});

builder.queryField('container', (t) =>
  t.field({
    type: Container,
    description: 'Returns a container; null when it does not exist.',
    args: { urn: t.arg.string({ required: true, description: '`urn:li:container:<id>`' }) },
    resolve: (_, { urn }, { services }) => services.entities.container(urn),
  }),
);

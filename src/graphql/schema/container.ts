import { nameInUrn } from '../../entities/name-in-urn.js';
import { Asset, Container } from './asset.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { counted, editablePropertiesType, namedProperties, propertiesType } from './properties.js';

const ContainerProperties = propertiesType('ContainerProperties', 'container');

const ContainerEditableProperties = editablePropertiesType('ContainerEditableProperties', 'container');

Container.implement({
  description: 'A group of datasets and containers: a database, a schema, a folder …',
  interfaces: [Entity, Asset],
  fields: (t) => ({
    urn: t.exposeString('urn', { nullable: false, description: '`urn:li:container:<id>`' }),
    type: t.field(entityTypeField('CONTAINER')),
    properties: t.field({
      type: ContainerProperties,
      description: 'The properties. Null before they are first written.',
      resolve: (container, _, context, info) =>
        namedProperties(context.services.entities.properties(container), nameInUrn(container), context, info),
    }),
    editableProperties: t.field({
      type: ContainerEditableProperties,
      description: 'The properties. Null before they are first written.',
      resolve: (container, _, context, info) =>
        counted(context.services.entities.editableProperties(container), context, info),
    }),
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

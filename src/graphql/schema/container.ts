import { Asset, Container } from './asset.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { nonNull, required } from './kit.js';
import { editablePropertiesType, propertiesFields, propertiesType } from './properties.js';

const ContainerProperties = propertiesType('ContainerProperties', 'container');

const ContainerEditableProperties = editablePropertiesType('ContainerEditableProperties', 'container');

Container.implement({
  description: 'A group of datasets and containers: a database, a schema, a folder …',
  interfaces: [Entity, Asset],
  fields: (t) => ({
    urn: t.exposeString('urn', nonNull('`urn:li:container:<id>`')),
    type: t.field(entityTypeField('CONTAINER')),
    ...propertiesFields(t, ContainerProperties, ContainerEditableProperties),
  }),
});

builder.queryField('container', (t) =>
  t.field({
    type: Container,
    description: 'Returns a container; null when it does not exist.',
    args: { urn: t.arg.string(required('`urn:li:container:<id>`')) },
    resolve: (_, { urn }, { services, actor }) => services.entities.container(actor, urn),
  }),
);

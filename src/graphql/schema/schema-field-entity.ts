import { toPlace } from '../../core/column-urn.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { EntityWithRelationships } from './entity-with-relationships.js';
import { nonNull } from './kit.js';
import { reference } from './reference.js';

builder.objectRef<{ readonly urn: string }>('SchemaFieldEntity').implement({
  description: 'A column of a dataset.',
  interfaces: [Entity, EntityWithRelationships],
  fields: (t) => ({
    urn: t.exposeString('urn', nonNull('`urn:li:schemaField:(<dataset>,<field path>)`')),
    type: t.field(entityTypeField('SCHEMA_FIELD')),
    fieldPath: t.string({
      ...nonNull('The field path.'),
      resolve: ({ urn }) => toPlace(urn)!.fieldPath,
    }),
    parent: t.field(reference('The dataset.', ({ urn }) => toPlace(urn)!.urn)),
  }),
});

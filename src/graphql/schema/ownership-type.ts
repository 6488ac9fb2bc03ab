import { ownershipTypes } from '../../edits/owners.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { enumValues } from './enum-values.js';
import { nonNull } from './kit.js';

export const OwnershipType = builder.enumType('OwnershipType', {
  description: 'The older names of types of ownership. `CUSTOM` stands for types with a URN only.',
  values: enumValues(ownershipTypes, {
    TECHNICAL_OWNER: 'Responsible for the technical side.',
    BUSINESS_OWNER: 'Responsible for the use in the business.',
    DATA_STEWARD: 'Responsible for quality and rules.',
    NONE: 'No type.',
    CUSTOM: 'A type that its URN names.',
    DEVELOPER: 'An older type of DataHub.',
    DATAOWNER: 'An older type of DataHub.',
    DELEGATE: 'An older type of DataHub.',
    PRODUCER: 'An older type of DataHub.',
    CONSUMER: 'An older type of DataHub.',
    STAKEHOLDER: 'An older type of DataHub.',
  }),
});

const OwnershipTypeInfo = builder
  .objectRef<{ readonly name: string; readonly description: string | null }>('OwnershipTypeInfo')
  .implement({
    description: 'What a type of ownership is called.',
    fields: (t) => ({
      name: t.exposeString('name', nonNull('The display name.')),
      description: t.exposeString('description', { description: 'What such owners are responsible for.' }),
    }),
  });

export const OwnershipTypeEntity = builder
  .objectRef<{ readonly urn: string }>('OwnershipTypeEntity')
  .implement({
    description: 'A type of ownership. The type of a policy is stored without effect.',
    interfaces: [Entity],
    fields: (t) => ({
      urn: t.exposeString('urn', nonNull('`urn:li:ownershipType:<id>`')),
      type: t.field(entityTypeField('CUSTOM_OWNERSHIP_TYPE')),
      info: t.field({
        type: OwnershipTypeInfo,
        description: 'The name and the description. Null before they are first written.',
        resolve: async ({ urn }, _, { services }) => {
          const found = await services.entities.properties({ urn });
          return found && { name: found.name ?? '', description: found.description };
        },
      }),
    }),
  });

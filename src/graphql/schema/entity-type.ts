import { entityTypeNames, entityTypesByName } from '../../datahub/entity-types.js';
import { builder } from './builder.js';
import { enumValues } from './enum-values.js';

const descriptions: Record<string, string> = {
  ...Object.fromEntries(
    [...entityTypesByName].map(([name, type]) => [
      name,
      `Entities whose URNs begin with \`urn:li:${type}:\`.`,
    ]),
  ),
  RESTRICTED: 'In DataHub, an entity that the caller may not see. Never returned.',
  OTHER: 'Any other type.',
};

export const EntityType = builder.enumType('EntityType', {
  description: 'The type of an entity. OTHER stands for a type that is not listed.',
  values: enumValues(entityTypeNames, descriptions),
});

/** The options of a field `type` that has one value for all objects. */
export const entityTypeField = (name: string) =>
  ({ type: EntityType, nullable: false, description: `Always ${name}.`, resolve: () => name }) as const;

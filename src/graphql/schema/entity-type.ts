import { entityTypeNames } from '../../core/entity-type.js';
import { builder } from './builder.js';

export const EntityType = builder.enumType('EntityType', {
  description: 'The type of an entity. OTHER stands for a type that is not listed.',
  values: entityTypeNames,
});

/** The options of a field `type` that has one value for all objects. */
export const entityTypeField = (name: string) =>
  ({ type: EntityType, nullable: false, description: `Always ${name}.`, resolve: () => name }) as const;

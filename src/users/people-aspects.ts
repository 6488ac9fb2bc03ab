import { peopleAspects } from './aspect-definitions.js';

/** Whether an aspect of an entity of this type is about a user or a group. */
export const isAboutPeople = (entityType: string, aspectName: string): boolean =>
  peopleAspects.some(({ name, entityTypes }) => name === aspectName && entityTypes!.includes(entityType));

/** Whether entities of a type are users or groups. */
export const isPersonOrGroup = (entityType: string): boolean =>
  peopleAspects.some(({ entityTypes }) => entityTypes!.includes(entityType));

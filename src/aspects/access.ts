import { findAspect, storedAspects } from '../stored-aspects.js';

const types = new Set(
  storedAspects.flatMap(({ isAccess, entityTypes }) => (isAccess ? (entityTypes ?? []) : [])),
);

/**
 * Whether entities of a type are users, groups or policies. These are rows of separate tables, which SQL may write
 * without an entity. Their deletion first creates the entity, so that all changes of one row wait for the same lock.
 */
export const isAccess = (entityType: string): boolean => types.has(entityType);

/** Whether an aspect of an entity of this type is about access. */
export const isAccessAspect = (entityType: string, name: string): boolean =>
  findAspect(entityType, name)?.isAccess === true;

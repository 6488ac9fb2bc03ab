import { storedAspects } from '../stored-aspects.js';

const types = new Set(
  storedAspects.flatMap(({ isAccess, entityTypes }) => (isAccess ? (entityTypes ?? []) : [])),
);

/**
 * Whether entities of a type are users, groups or policies. Those are rows of their own tables, which SQL may write
 * without an entity. Their deletion makes the entity first, so that all changes of one row wait for the same lock.
 */
export const isAccess = (entityType: string): boolean => types.has(entityType);

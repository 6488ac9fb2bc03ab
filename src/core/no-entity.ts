import { type CatalogError, notFound } from './errors.js';
import { quoted } from './urn.js';

/** Returns the NOT_FOUND of an entity. */
export const noEntity = (urn: string): CatalogError => notFound(`There is no entity ${quoted(urn)}`);

export const noAspect = (urn: string, name: string): CatalogError =>
  notFound(`${quoted(urn)} has no aspect ${quoted(name)}`);

import { entityName, type Named } from '../../../client/named-entity.js';
import { links } from '../../model/links.js';

/** The name of an entity, which leads to its page. */
export const EntityLink = ({ entity }: { entity: Named }) => (
  <a href={links.entity(entity.urn)} dir="auto">
    {entityName(entity)}
  </a>
);

/**
 * The name of a platform, an owner or another value of a field, which leads to the search for all entities with the
 * value. The value itself need not be stored as an entity.
 */
export const ValueLink = ({ field, entity }: { field: string; entity: Named }) => (
  <a href={links.having(field, entity.urn)} title={entity.urn} dir="auto">
    {entityName(entity)}
  </a>
);

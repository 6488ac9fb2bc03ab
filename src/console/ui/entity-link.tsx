import { entityName, type Named } from '../entity-name.js';
import { links } from '../links.js';

/** The name of an entity, which leads to its page. */
export const EntityLink = ({ entity }: { entity: Named }) => (
  <a href={links.entity(entity.urn)}>{entityName(entity)}</a>
);

import { entityName, type Named } from '../../model/entity-name.js';
import { links } from '../../model/links.js';

/** The name of an entity, which leads to its page. */
export const EntityLink = ({ entity }: { entity: Named }) => (
  <a href={links.entity(entity.urn)}>{entityName(entity)}</a>
);

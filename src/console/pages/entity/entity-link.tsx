import { entityName, type Named } from '../../../client/named-entity.js';
import { Tag } from '../../kit/tag.js';
import { links } from '../../model/links.js';
import { systemUser, urnType } from '../../model/urn.js';

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

/** The name of an entity of any type, or of the service itself. */
export const shownName = (entity: Named): string =>
  entity.urn === systemUser ? 'System' : entityName(entity);

/** The name of an entity of any type, which leads to the page of its type. */
export const NamedLink = ({ entity }: { entity: Named }) => (
  <a href={links.named(entity.urn)} title={entity.urn} dir="auto">
    {shownName(entity)}
  </a>
);

/** Types whose entities have no page. */
const pageless = new Set(['', 'dataHubPolicy', 'dataHubAccessToken', 'serviceAccessToken', 'dataHubWebhook']);

/** An entity in a sentence: a tag as a tag, and a link to its page if it has one. */
export function Ref({ entity }: { entity: Named }) {
  const { urn } = entity;
  const type = urnType(urn);
  if (type === 'tag') return <Tag tag={{ ...entity, name: entityName(entity) }} />;
  if (!pageless.has(type) && urn !== systemUser) return <NamedLink entity={entity} />;
  return (
    <strong title={urn} dir="auto">
      {shownName(entity)}
    </strong>
  );
}

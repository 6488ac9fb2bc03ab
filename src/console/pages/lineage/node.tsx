import { entityName } from '../../../client/named-entity.js';
import { Tag } from '../../kit/tag.js';
import { shownType } from '../../model/entity-types.js';
import { links } from '../../model/links.js';
import { containerOf, type Listed } from '../../model/listed-entity.js';
import { Mark } from '../entity/entity-item.js';
import { nodeHeight, nodeWidth, type Place } from './layout.js';

/** Tags for which a node has room. */
const maxTags = 2;

interface NodeProps {
  entity: Listed;
  place: Place;
  isHere: boolean;
  /** Whether it is on the path that is lit. */
  isLit: boolean;
  isFocusable: boolean;
  /** How far it is, for screen readers. */
  distance: string;
  onLit(isLit: boolean): void;
}

/** An entity in the graph. */
export function Node({ entity, place, isHere, isLit, isFocusable, distance, onLit }: NodeProps) {
  const name = entityName(entity);
  // The mark says the platform.
  const container = containerOf(entity);
  const where = container && entityName(container);
  return (
    <foreignObject {...place} width={nodeWidth} height={nodeHeight}>
      <a
        class={['node', isHere && 'here', isLit && 'on'].filter(Boolean).join(' ')}
        href={links.entity(entity.urn, { part: 'lineage' })}
        data-key={entity.urn}
        aria-current={isHere ? 'page' : undefined}
        tabIndex={isFocusable ? 0 : -1}
        onFocus={() => onLit(true)}
        onBlur={() => onLit(false)}
        onMouseEnter={() => onLit(true)}
        onMouseLeave={() => onLit(false)}
      >
        <Mark entity={entity} isLarge={false} />
        <b dir="auto" title={name}>
          {name}
        </b>
        <small>
          {shownType(entity)}
          {where && (
            <>
              {' '}
              · <bdi>{where}</bdi>
            </>
          )}
        </small>
        <span class="tags">
          {entity.tags?.tags?.slice(0, maxTags).map(({ tag }) => (
            <Tag key={tag.urn} tag={tag} isLink={false} />
          ))}
        </span>
        <span class="hidden">{distance}</span>
      </a>
    </foreignObject>
  );
}

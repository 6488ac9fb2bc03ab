import type { ComponentChildren } from 'preact';
import { excerpt, Marked } from '../../kit/highlight.js';
import { entityName } from '../../model/entity-name.js';
import { typeName } from '../../model/entity-types.js';
import { links } from '../../model/links.js';
import type { Listed } from '../../model/listed-entity.js';
import { TagChip } from '../tags/tag-chip.js';
import { EntityLink } from './entity-link.js';
import './entity-item.css';

interface EntityItemProps {
  entity: Listed;
  /** Marked in its texts. */
  words?: readonly string[];
  /** Below what is known of it. */
  children?: ComponentChildren;
}

/** An entity in a list of entities. */
export function EntityItem({ entity, words = [], children }: EntityItemProps) {
  const { urn, type, origin, platform, subTypes, container, tags } = entity;
  const description = shownDescription(entity);
  return (
    <li class="entity-item">
      <h3>
        <a href={type === 'TAG' ? links.tag(urn) : links.entity(urn)}>
          <Marked text={entityName(entity)} words={words} />
        </a>
      </h3>
      <p class="soft facts">
        <span>{subTypes?.typeNames?.[0] ?? typeName(type)}</span>
        {platform && platform.urn !== unknownPlatform && <span>{entityName(platform)}</span>}
        {origin && <span>{origin}</span>}
        {container && (
          <span>
            in <EntityLink entity={container} />
          </span>
        )}
      </p>
      {description && (
        <p>
          <Marked text={excerpt(description, words)} words={words} />
        </p>
      )}
      {(tags?.tags?.length ?? 0) > 0 && (
        <div class="row">
          {tags!.tags!.map(({ tag }) => (
            <TagChip key={tag.urn} tag={tag} />
          ))}
        </div>
      )}
      {children}
    </li>
  );
}

export const unknownPlatform = 'urn:li:dataPlatform:unknown';

/** Returns what people wrote, else what was ingested. */
const shownDescription = ({ editableProperties, properties }: Listed): string =>
  editableProperties?.description || properties?.description || properties?.email || '';

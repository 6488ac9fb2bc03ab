import { entityName } from '../../../client/named-entity.js';
import { Tag } from '../../kit/tag.js';
import { shownType } from '../../model/entity-types.js';
import { simplePath } from '../../model/field-path.js';
import { links } from '../../model/links.js';
import { containerOf } from '../../model/listed-entity.js';
import { listed } from '../../model/text.js';
import { Mark } from '../entity/entity-item.js';
import { nodeHeight, nodeWidth, type Place } from './layout.js';
import type { Shown } from './shown.js';

/** The largest numbers of tags and of columns on a node. */
const [maxTags, maxColumns] = [2, 2];

interface NodeProps {
  /** Its key in the graph. */
  id: string;
  shown: Shown;
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
export function Node({ id, shown, place, isHere, isLit, isFocusable, distance, onLit }: NodeProps) {
  const { entity, state, columns } = shown;
  const name = entityName(entity);
  return (
    <foreignObject {...place} width={nodeWidth} height={nodeHeight}>
      <a
        class={['node', isHere && 'here', isLit && 'on', state && 'away'].filter(Boolean).join(' ')}
        href={links.entity(entity.urn, { part: 'lineage', column: columns[0] ?? '' })}
        data-key={id}
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
          {state && `${state} · `}
          {columns.length > 0 ? <ColumnNames paths={columns} /> : <Kind shown={shown} />}
        </small>
        <NodeTags shown={shown} />
        <span class="hidden">{distance}</span>
      </a>
    </foreignObject>
  );
}

function ColumnNames({ paths }: { paths: readonly string[] }) {
  const names = paths.map(simplePath);
  const more = names.length - maxColumns;
  return (
    <span title={listed(names)}>
      <code dir="auto">{names.slice(0, maxColumns).join(', ')}</code>
      {more > 0 && ` +${more}`}
    </span>
  );
}

/** The type and the container. The mark says the platform. */
function Kind({ shown: { entity } }: { shown: Shown }) {
  const container = containerOf(entity);
  return (
    <>
      {shownType(entity)}
      {container && (
        <>
          {' '}
          · <bdi>{entityName(container)}</bdi>
        </>
      )}
    </>
  );
}

function NodeTags({ shown: { entity } }: { shown: Shown }) {
  const tags = entity.tags?.tags ?? [];
  const more = tags.length - maxTags;
  return (
    <span class="tags">
      {tags.slice(0, maxTags).map(({ tag }) => (
        <Tag key={tag.urn} tag={tag} isLink={false} />
      ))}
      {more > 0 && <small title={listed(tags.map(({ tag }) => tag.name))}>+{more}</small>}
    </span>
  );
}

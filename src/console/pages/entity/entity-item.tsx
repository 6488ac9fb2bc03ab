import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { entityName, type Named } from '../../../client/named-entity.js';
import { TextButton } from '../../kit/button.js';
import { excerpt, Marked } from '../../kit/highlight.js';
import { Icon, type IconName } from '../../kit/icon.js';
import { Avatar, Badge, Person, PlatformMark } from '../../kit/marks.js';
import { Tag } from '../../kit/tag.js';
import { Time } from '../../kit/time.js';
import { shownType } from '../../model/entity-types.js';
import { links } from '../../model/links.js';
import type { Listed, ShownTag } from '../../model/listed-entity.js';
import { counted } from '../../model/text.js';
import './entity-item.css';

interface EntityItemProps {
  entity: Listed;
  /** Marked in its texts. */
  words?: readonly string[];
  /** At its beginning: its check box. */
  box?: ComponentChildren;
  /** After its tags. */
  children?: ComponentChildren;
}

/** An entity as a row of a list of entities. */
export function EntityItem({ entity, words = [], box, children }: EntityItemProps) {
  const { urn, origin, tags, deprecation } = entity;
  const name = entityName(entity);
  const place = placeText(entity);
  const description = shownDescription(entity);
  return (
    <li class="hit" data-key={urn}>
      {box}
      <Mark entity={entity} />
      <div class="what">
        <h3>
          <a href={links.named(urn)} dir="auto" title={name}>
            <Marked text={name} words={words} />
          </a>
          <Badge>{shownType(entity)}</Badge>
          {origin && origin !== 'PROD' && <Badge kind="line">{origin}</Badge>}
          {deprecation?.deprecated && (
            <Badge kind="warn" title={deprecation.note ?? ''}>
              Deprecated
            </Badge>
          )}
        </h3>
        {(place || description) && (
          <p class="soft cut">
            <bdi>{place}</bdi>
            {place && description && <span class="faint"> · </span>}
            <bdi>
              <Marked text={excerpt(description, words)} words={words} />
            </bdi>
          </p>
        )}
        <p class="why">
          <FewTags tags={(tags?.tags ?? []).map(({ tag }) => tag)} />
          {children}
        </p>
      </div>
      <End entity={entity} />
    </li>
  );
}

const typeIcons: Readonly<Record<string, IconName>> = {
  TAG: 'tag',
  CONTAINER: 'folder',
  DOMAIN: 'domain',
  GLOSSARY_TERM: 'term',
  GLOSSARY_NODE: 'term',
};

/** The platform as a mark, for a person the avatar, for the others an icon. */
export function Mark({ entity, isLarge = true }: { entity: Listed; isLarge?: boolean }) {
  const { urn, type, platform } = entity;
  if (type === 'CORP_USER' || type === 'CORP_GROUP')
    return <Avatar urn={urn} name={entityName(entity)} isLarge={isLarge} />;
  const shown = type === 'DATA_PLATFORM' ? entity : platform;
  if (shown && shown.urn !== unknownPlatform)
    return <PlatformMark id={shown.urn.split(':').pop()!} name={entityName(shown)} isLarge={isLarge} />;
  return (
    <span class={isLarge ? 'pm large' : 'pm'} aria-hidden="true">
      <Icon name={typeIcons[type] ?? 'table'} />
    </span>
  );
}

/** The first owner, and when the entity was changed by its platform; else when it was ingested. */
function End({ entity }: { entity: Listed }) {
  const [owner, ...others] = entity.owners;
  const changed = entity.facts?.[0]?.values[0];
  return (
    <div class="end">
      {owner && (
        <span class="row one tight">
          <Person urn={owner.urn} name={entityName(owner)} />
          {others.length > 0 && <span title={others.map(entityName).join(', ')}>+{others.length}</span>}
        </span>
      )}
      {changed ? (
        <span>
          changed <Time ms={Number(changed.value)} />
        </span>
      ) : (
        entity.lastIngested && (
          <span>
            ingested <Time ms={entity.lastIngested} />
          </span>
        )
      )}
    </div>
  );
}

const shownTags = 3;

/** The first tags of an entity, and the others on demand. */
export function FewTags({ tags }: { tags: readonly ShownTag[] }) {
  const isAll = useSignal(false);
  const more = tags.length - shownTags;
  return (
    <>
      {tags.slice(0, isAll.value ? tags.length : shownTags).map((tag) => (
        <Tag key={tag.urn} tag={tag} />
      ))}
      {more > 0 && !isAll.value && (
        <TextButton aria-label={`Show ${counted(more, 'more tag')}`} onClick={() => (isAll.value = true)}>
          +{more}
        </TextButton>
      )}
    </>
  );
}

const unknownPlatform = 'urn:li:dataPlatform:unknown';

export const platformOf = ({ platform }: Listed): Named | undefined =>
  platform?.urn === unknownPlatform ? undefined : platform;

/** Returns the containers of an entity, from the outside to the inside. */
export const containersOf = ({ parentContainers }: Listed): readonly Named[] =>
  parentContainers?.containers.toReversed() ?? [];

/** Returns where an entity is, from the platform down, as in "Snowflake › SALES › CORE". */
export const placeText = (entity: Listed): string =>
  [platformOf(entity) ?? [], containersOf(entity)].flat().map(entityName).join(' › ');

/** Returns the description; of a person without one, the email address. */
export const shownDescription = ({ description, properties }: Listed): string =>
  description || properties?.email || '';

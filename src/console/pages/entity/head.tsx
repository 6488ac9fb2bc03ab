import type { ComponentChildren } from 'preact';
import { entityName, type Named } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { Copy, copyText } from '../../kit/copy.js';
import { Icon } from '../../kit/icon.js';
import { Badge, PlatformMark } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { Time } from '../../kit/time.js';
import { shownType } from '../../model/entity-types.js';
import { links } from '../../model/links.js';
import type { Listed } from '../../model/listed-entity.js';
import { bytesText, countText, numberText } from '../../model/numbers.js';
import { counted } from '../../model/text.js';
import { containersOf, platformOf } from './entity-item.js';
import { readFacts, type ShownEntity } from './request.js';

/** The place and the name of an entity, what it is, and how large and fresh. Only the URN is known at first. */
export function EntityHead({ urn, entity }: { urn: string; entity: ShownEntity | undefined }) {
  const name = entityName(entity ?? { urn });
  const { origin }: Partial<Listed> = entity ?? {};
  const platform = entity && platformOf(entity);
  const source = entity && readFacts(entity)('externalUrl').find(({ value }) => isWebAddress(value))?.value;
  return (
    <header class="entity-head">
      <Place entity={entity} />
      <div class="row">
        <div class="title">
          <h1 dir="auto">{name}</h1>
          {entity && <Badge>{shownType(entity)}</Badge>}
          {origin && <Badge kind="line">{origin}</Badge>}
          <Copy text={urn} what="URN" />
        </div>
        <span class="row one push">
          {source && (
            <a class="btn wide-only" href={source} target="_blank" rel="noopener noreferrer">
              Open in {platform ? entityName(platform) : 'the source'}
              <Icon name="out" />
            </a>
          )}
          <Menu
            label={`Actions for ${name}`}
            items={[
              { text: 'Copy link', icon: 'link', onChoose: () => copyText(location.href, 'Link') },
              { text: 'Copy URN', icon: 'copy', onChoose: () => copyText(urn, 'URN') },
              { text: 'Copy name', icon: 'text', onChoose: () => copyText(name, 'Name') },
            ]}
          />
        </span>
      </div>
      {entity ? <Freshness entity={entity} /> : <p class="dots">&nbsp;</p>}
    </header>
  );
}

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** As many containers are named as fit on a line. Of more, those in the middle are left out. */
const shownContainers = 3;

/** The platform and the containers of an entity, from the outside to the inside. */
function Place({ entity }: { entity: ShownEntity | undefined }) {
  const platform = entity && platformOf(entity);
  const path = entity ? containersOf(entity) : [];
  const hidden = path.length > shownContainers ? path.slice(1, 1 - shownContainers) : [];
  const container = (one: Named) => (
    <li key={one.urn}>
      <a class="cut" href={links.entity(one.urn)} dir="auto" title={entityName(one)}>
        {entityName(one)}
      </a>
    </li>
  );
  if (entity && !platform && path.length === 0) return null;
  return (
    <nav aria-label="Place">
      <ol class="crumbs">
        {platform && (
          <li>
            <PlatformMark id={platform.urn.split(':').pop()!} name={entityName(platform)} />
            <a href={links.having('platform', platform.urn)}>{entityName(platform)}</a>
          </li>
        )}
        {path.slice(0, 1).map(container)}
        {hidden.length > 0 && <li title={hidden.map((one) => entityName(one)).join(' › ')}>…</li>}
        {path.slice(hidden.length + 1).map(container)}
        {!entity && <li>&nbsp;</li>}
      </ol>
    </nav>
  );
}

/** How large an entity is, and when it was changed, on one line. What is not known is left out. */
function Freshness({ entity }: { entity: ShownEntity }) {
  const parts = [...size(entity), ...times(entity)];
  return (
    <p class="dots">
      {parts.map((part, index) => (
        <span key={index}>{part}</span>
      ))}
    </p>
  );
}

function size(entity: ShownEntity): ComponentChildren[] {
  if ('runs' in entity && entity.runs?.total) return [counted(entity.runs.total, 'run')];
  const profile = newestProfile(entity);
  const { rowCount = null, sizeInBytes = null } = profile ?? {};
  return [
    rowCount !== null && <span title={numberText(rowCount)}>{countText(rowCount)} rows</span>,
    sizeInBytes !== null && <span title={`${numberText(sizeInBytes)} bytes`}>{bytesText(sizeInBytes)}</span>,
  ].filter(Boolean);
}

function times(entity: ShownEntity): ComponentChildren[] {
  const operation = 'operations' in entity ? entity.operations?.[0] : undefined;
  const changed =
    operation?.lastUpdatedTimestamp ?? (Number(readFacts(entity)('lastModifiedAt')[0]?.value) || 0);
  const ingested = ('lastIngested' in entity && entity.lastIngested) || 0;
  const ran = 'runs' in entity ? entity.runs?.runs?.[0]?.created?.time : undefined;
  const profiled = newestProfile(entity)?.timestampMillis;
  return [
    changed > 0 && (
      <>
        changed <Time ms={changed} />
        {operation?.actor && (
          <>
            {' '}
            by <bdi>{urnName(operation.actor)}</bdi>
          </>
        )}
      </>
    ),
    ran && (
      <>
        last run <Time ms={ran} />
      </>
    ),
    profiled !== undefined ? (
      <>
        profiled <Time ms={profiled} />
      </>
    ) : (
      ingested > 0 && (
        <>
          ingested <Time ms={ingested} />
        </>
      )
    ),
  ].filter(Boolean);
}

/** Returns the newest profile of the whole dataset: that of a partition says nothing about its size. */
function newestProfile(entity: ShownEntity) {
  const profiles = ('datasetProfiles' in entity && entity.datasetProfiles) || [];
  return profiles.find(({ partitionSpec }) => partitionSpec?.type !== 'PARTITION');
}

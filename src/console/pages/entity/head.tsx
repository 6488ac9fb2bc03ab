import { entityName, type Named } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { Copy, copyText } from '../../kit/copy.js';
import { Icon } from '../../kit/icon.js';
import { Badge, PlatformMark } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { shownType } from '../../model/entity-types.js';
import { links } from '../../model/links.js';
import type { Listed } from '../../model/listed-entity.js';
import { containersOf, platformOf } from './entity-item.js';
import { Freshness } from './freshness.js';
import { readFacts, type ShownEntity } from './request.js';

/** The place and the name of an entity, what it is, and how large and fresh. Only the URN is known at first. */
export function EntityHead({ urn, entity }: { urn: string; entity: ShownEntity | undefined }) {
  const name = entity ? entityName(entity) : urnName(urn);
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

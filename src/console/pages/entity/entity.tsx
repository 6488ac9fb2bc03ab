import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { DetailPage } from '../../kit/detail-page.js';
import { entityName } from '../../model/entity-name.js';
import { links } from '../../model/links.js';
import { urnType } from '../../model/urn.js';
import { EntityView } from './entity-view.js';
import { containerPath } from './facts.js';
import { entityPage, entityVariables } from './request.js';
import './entity.css';

/** One entity of any type, as `?urn=`. Tags have a page of their own. */
export default function Entity() {
  const { query, route } = useLocation();
  const { urn = '' } = query;
  const isTag = urnType(urn) === 'tag';
  const last = useRef(urn);
  useEffect(() => {
    if (isTag) route(links.tag(urn), true);
    else if (urn !== last.current) {
      // The path stays, so the layout does not begin a new page.
      scrollTo(0, 0);
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    last.current = urn;
  }, [urn]);
  if (isTag) return null;
  return (
    <DetailPage
      key={urn}
      noun="entity"
      urn={urn}
      all={[links.find(), 'Find an entity']}
      document={entityPage}
      variables={entityVariables(urn)}
      read={({ entity }) => entity}
      name={(entity) => entityName(entity)}
      about={(entity) => containers(containerPath(entity))}
    >
      {(entity) => <EntityView entity={entity} part={query.part ?? ''} column={query.column ?? ''} />}
    </DetailPage>
  );
}

const containers = (path: ReturnType<typeof containerPath>) =>
  path.length > 0 && (
    <nav aria-label="Containers" class="path">
      {path.map((container) => (
        <a key={container.urn} href={links.entity(container.urn)}>
          {container.name}
        </a>
      ))}
    </nav>
  );

import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { entityName } from '../../../client/named-entity.js';
import { DetailPage } from '../../kit/detail-page.js';
import { links } from '../../model/links.js';
import { urnType } from '../../model/urn.js';
import { EntityView } from './entity-view.js';
import { EntityHead } from './head.js';
import { loadColumns } from './parts.js';
import { entityPage, entityVariables } from './request.js';

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
    // The columns of a dataset are loaded together with the entity.
    if (urnType(urn) === 'dataset') loadColumns();
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
      head={(entity) => <EntityHead urn={urn} entity={entity} />}
    >
      {(entity) => <EntityView entity={entity} part={query.part ?? ''} column={query.column ?? ''} />}
    </DetailPage>
  );
}

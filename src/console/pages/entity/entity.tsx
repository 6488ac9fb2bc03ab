import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { useQuery } from '../../api/use-query.js';
import { Loaded } from '../../kit/loaded.js';
import { NoUrn } from '../../kit/no-urn.js';
import { Page } from '../../kit/page.js';
import { entityName } from '../../model/entity-name.js';
import { links } from '../../model/links.js';
import { nameOf, typeOf } from '../../model/urn.js';
import { EntityView } from './entity-view.js';
import { containersOf } from './facts.js';
import { entityPage, entityVariables } from './request.js';
import './entity.css';

/** One entity of any type, as `?urn=`. Tags have a page of their own. */
export default function Entity() {
  const { query, route } = useLocation();
  const { urn = '' } = query;
  const isTag = typeOf(urn) === 'tag';
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
  if (typeOf(urn) === '') return <NoEntity value={urn} />;
  return <Shown key={urn} urn={urn} part={query.part ?? ''} column={query.column ?? ''} />;
}

interface ShownProps {
  urn: string;
  part: string;
  column: string;
}

function Shown({ urn, part, column }: ShownProps) {
  const query = useQuery(entityPage, entityVariables(urn));
  if (query.error?.code === 'BAD_REQUEST') return <NoEntity value={urn} />;
  const entity = query.data?.entity;
  const path = entity ? containersOf(entity) : [];
  return (
    <Page
      title={entity ? entityName(entity) : nameOf(urn)}
      about={
        path.length > 0 && (
          <nav aria-label="Containers" class="path">
            {path.map((container) => (
              <a key={container.urn} href={links.entity(container.urn)}>
                {container.name}
              </a>
            ))}
          </nav>
        )
      }
    >
      <Loaded
        query={query}
        label={nameOf(urn)}
        isEmpty={({ entity: found }) => found === null}
        empty={<NotFound urn={urn} />}
      >
        {({ entity: found }) => (
          <EntityView entity={found!} part={part} column={column} reload={query.reload} />
        )}
      </Loaded>
    </Page>
  );
}

const NoEntity = ({ value }: { value: string }) => (
  <NoUrn what="entity" value={value} back={[links.find(), 'Find an entity']} />
);

const NotFound = ({ urn }: { urn: string }) => (
  <div class="stack" role="status">
    <p>
      <strong>There is no such entity.</strong> Nothing was written about it, or it was deleted.
    </p>
    <p>
      <code>{urn}</code>
    </p>
    <p>
      <a href={links.find(nameOf(urn))}>Find what is called like it</a>
    </p>
  </div>
);

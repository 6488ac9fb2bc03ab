import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { entityName } from '../../../client/named-entity.js';
import { useRights } from '../../api/use-rights.js';
import { DetailPage } from '../../kit/detail-page.js';
import { Later } from '../../kit/lazy.js';
import { Notice } from '../../kit/notice.js';
import { Tabs } from '../../kit/tabs.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { urnType } from '../../model/urn.js';
import { Description } from './description.js';
import { EntityHead } from './head.js';
import { describable, taggable } from './missing-rights.js';
import { Panel } from './panel.js';
import { listParts, loadColumns } from './parts.js';
import { entityPage, entityVariables, readFacts, type ShownEntity } from './request.js';

interface EntityViewProps {
  entity: ShownEntity;
  part: string;
  column: string;
}

/** What is known about an entity: its description and panel with the first part, and the other parts. */
export function EntityView({ entity, part, column }: EntityViewProps) {
  const { urn, type } = entity;
  const name = entityName(entity);
  const facts = readFacts(entity);
  const rights = useRights(taggable.has(type) ? entity : null);
  const parts = listParts(entity, facts);
  const first = parts[0]!;
  const chosen = parts.find((one) => one.name === part) ?? first;
  const shown = (
    <Later
      key={chosen.name}
      load={chosen.load}
      props={{ entity, facts, rights, column }}
      label={chosen.text}
    />
  );
  return (
    <>
      <States entity={entity} />
      {parts.length > 1 && (
        <Tabs
          label={`Parts of ${name}`}
          chosen={chosen.name}
          tabs={parts.map(({ name, text, count }) => ({
            ...{ name, text },
            ...(count ? { count: numberText(count) } : {}),
            href: links.entity(urn, { part: name === first.name ? '' : name }),
          }))}
        />
      )}
      {chosen === first ? (
        <div class="entity">
          <EntityDescription
            entity={entity}
            mayEdit={describable.has(type) && rights.may('EDIT_ENTITY_DOCS')}
          />
          <Panel entity={entity} facts={facts} rights={rights} />
          <div class="main">{shown}</div>
        </div>
      ) : (
        <div class="tab-body">{shown}</div>
      )}
    </>
  );
}

/** What has to be known before anything else about an entity. */
function States({ entity }: { entity: ShownEntity }) {
  const note = 'deprecation' in entity && entity.deprecation?.note;
  return (
    <>
      {entity.removed && (
        <Notice>
          <p>
            <strong>Removed.</strong> Searches leave this entity out unless they ask for removed entities. Its
            metadata is kept.
          </p>
        </Notice>
      )}
      {entity.deprecated && (
        <Notice kind="warn">
          <p>
            <strong>Deprecated.</strong> <bdi>{note}</bdi>
          </p>
        </Notice>
      )}
    </>
  );
}

/** The description, which shows what a person has written before the page is loaded again. */
function EntityDescription({ entity, mayEdit }: { entity: ShownEntity; mayEdit: boolean }) {
  const stored = ('editableProperties' in entity && entity.editableProperties?.description) || '';
  const edited = useSignal(stored);
  useEffect(() => {
    edited.value = stored;
  }, [stored]);
  const ingested =
    ('editableProperties' in entity ? entity.properties?.description : entity.description) ?? '';
  if (!mayEdit && edited.value === '' && ingested === '' && !describable.has(entity.type)) return null;
  return (
    <Description
      name={entityName(entity)}
      place={{ resourceUrn: entity.urn }}
      edited={edited.value}
      ingested={ingested}
      mayEdit={mayEdit}
      onChange={(text) => (edited.value = text)}
    />
  );
}

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

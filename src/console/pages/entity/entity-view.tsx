import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { entityName } from '../../../client/named-entity.js';
import { useRights } from '../../api/use-rights.js';
import { Later } from '../../kit/lazy-part.js';
import { Notice } from '../../kit/notice.js';
import { Tabs } from '../../kit/tabs.js';
import { links } from '../../model/links.js';
import type { Listed } from '../../model/listed-entity.js';
import { numberText } from '../../model/numbers.js';
import { Description } from './description.js';
import { describable, taggable } from './missing-rights.js';
import { Panel } from './panel.js';
import { listParts } from './parts.js';
import { type Facts, readFacts, type ShownEntity } from './request.js';

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
      <States entity={entity} facts={facts} />
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
function States({ entity, facts }: { entity: ShownEntity; facts: Facts }) {
  const note = 'deprecation' in entity && entity.deprecation?.note;
  return (
    <>
      {facts('removed')[0]?.value === 'true' && (
        <Notice>
          <p>
            <strong>Removed.</strong> Searches leave this entity out unless they ask for removed entities. Its
            metadata is kept.
          </p>
        </Notice>
      )}
      {facts('deprecated')[0]?.value === 'true' && (
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
  const listed: Listed = entity;
  const stored = listed.editableProperties?.description ?? '';
  const edited = useSignal(stored);
  useEffect(() => {
    edited.value = stored;
  }, [stored]);
  const ingested = listed.properties?.description ?? '';
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

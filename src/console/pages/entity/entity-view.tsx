import { useMemo } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { useRights } from '../../api/use-rights.js';
import { Failure, Notice } from '../../kit/notice.js';
import { entityName } from '../../model/entity-name.js';
import type { Listed } from '../../model/listed-entity.js';
import { DatasetParts } from './dataset-parts.js';
import { Description } from './description.js';
import { CustomProperties, EntityFacts } from './facts.js';
import { Members } from './members.js';
import { describable, Lacks, taggable } from './missing-rights.js';
import { entityFacts, readFacts, type ShownEntity } from './request.js';
import { EntityTags } from './tags.js';

/** The field of searches by which members of an entity are found, with their title. */
const memberFields: Readonly<Record<string, readonly [field: string, title: string]>> = {
  CONTAINER: ['container', 'In this container'],
  CORP_GROUP: ['owners', 'Owned'],
  CORP_USER: ['owners', 'Owned'],
  DATA_PLATFORM: ['platform', 'On this platform'],
  DATA_PLATFORM_INSTANCE: ['platformInstance', 'On this platform instance'],
  DOMAIN: ['domains', 'In this domain'],
  GLOSSARY_NODE: ['parentNode', 'In this group'],
  GLOSSARY_TERM: ['glossaryTerms', 'With this term'],
};

interface EntityViewProps {
  entity: ShownEntity;
  part: string;
  column: string;
}

export function EntityView({ entity, part, column }: EntityViewProps) {
  const { urn, type } = entity;
  const listed: Listed = entity;
  const name = entityName(entity);
  const around = useQuery(entityFacts, { urn });
  const facts = readFacts(around.data);
  const rights = useRights(taggable.has(type) ? entity : null);
  const stored = useMemo(() => listed.tags?.tags?.map(({ tag }) => tag) ?? [], [listed.tags]);
  const members = memberFields[type];
  const hasText = taggable.has(type) || Boolean(listed.properties?.description);

  return (
    <>
      {facts('removed')[0]?.value === 'true' && (
        <Notice kind="warning">
          This entity is removed (soft-deleted). Searches leave it out unless they ask for removed entities.
          Its metadata is kept.
        </Notice>
      )}
      {facts('deprecated')[0]?.value === 'true' && (
        <Notice kind="warning">
          This entity is deprecated. {'deprecation' in entity ? entity.deprecation?.note : null}
        </Notice>
      )}
      {around.error && <Failure error={around.error} retry={around.reload} />}
      <div class={hasText ? 'entity' : undefined}>
        {hasText && (
          <div class="stack">
            <Description
              entity={listed}
              name={name}
              mayEdit={describable.has(type) && rights.may('EDIT_ENTITY_DOCS')}
            />
            {taggable.has(type) && (
              <EntityTags urn={urn} name={name} stored={stored} mayEdit={rights.may('EDIT_ENTITY_TAGS')} />
            )}
            <Lacks type={type} rights={rights} />
          </div>
        )}
        <div class="stack">
          <EntityFacts entity={entity} facts={facts} />
          <CustomProperties facts={facts} />
        </div>
      </div>
      {type === 'DATASET' && (
        <DatasetParts urn={urn} part={part} column={column} rights={rights} facts={facts} />
      )}
      {type === 'DATA_FLOW' && (
        // The URN of a job begins with that of its flow.
        <Members
          title="Jobs"
          field="urn"
          urn={urn}
          begins={`urn:li:dataJob:(${urn},`}
          empty="No job of this flow is known."
        />
      )}
      {members && (
        <Members
          title={members[1]}
          field={members[0]}
          urn={urn}
          empty="Nothing here, or only removed entities."
        />
      )}
    </>
  );
}

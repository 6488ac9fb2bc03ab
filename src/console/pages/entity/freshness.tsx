import type { ComponentChildren } from 'preact';
import { urnName } from '../../../client/urn-name.js';
import { Time } from '../../kit/time.js';
import { bytesText, countText, numberText } from '../../model/numbers.js';
import { counted } from '../../model/text.js';
import { readFacts, type ShownEntity } from './request.js';

/** How large an entity is, and when it was changed, on one line. What is not known is left out. */
export function Freshness({ entity }: { entity: ShownEntity }) {
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

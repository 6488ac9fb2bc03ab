import { readFileSync } from 'node:fs';
import type { AspectUpsert } from '../aspects/aspect.js';
import { type AuditStamp, dayMs } from '../core/clock.js';
import { getEntityType } from '../core/urn.js';
import type { Json } from '../json/lossless-json.js';
import type { EventRow } from '../timeseries/event-store.js';

// The sample is the warehouse of Fernhill, an invented shop for plants and garden tools. Its steward may create tokens and
// edit tags. No policy names the other users and groups.
const file = new URL('sample.jsonl', import.meta.url);

/** A line of the file, in the form that `catalog ingest` reads. Its times count from the time of loading. */
interface Proposal {
  readonly entityUrn: string;
  readonly aspectName: string;
  readonly aspect: { readonly json: Json };
  /** Of the profile of a dataset: how many rows each day adds. */
  readonly dailyRows?: number;
}

export interface Sample {
  readonly aspects: readonly AspectUpsert[];
  /** Returns the last 90 days of events, the oldest of a dataset first. The last ones are less than half a day old. */
  createEvents(): EventRow[];
}

/** @param stamp of what aspects say about their own past */
export function readSample({ time, actor }: AuditStamp): Sample {
  const stamped = (key: string, value: unknown) => {
    if (key === 'actor') return actor;
    return key === 'time' || key === 'decommissionTime' ? time + (value as number) : value;
  };
  const lines = readFileSync(file, 'utf8').trim().replaceAll('\n', ',');
  const proposals: Proposal[] = JSON.parse(`[${lines}]`, stamped);
  const isEvent = ({ aspect }: Proposal) => 'timestampMillis' in aspect.json;
  return {
    aspects: proposals
      .filter((one) => !isEvent(one))
      .map(({ entityUrn: urn, aspectName: name, aspect }) => {
        return { urn, entityType: getEntityType(urn), name, value: aspect.json };
      }),
    createEvents: () => toDailyEvents(proposals.filter(isEvent), time),
  };
}

const days = 90;
const hourMs = dayMs / 24;

function toDailyEvents(latest: readonly Proposal[], now: number): EventRow[] {
  const urns = [...new Set(latest.map(({ entityUrn }) => entityUrn))];
  return latest.flatMap((one) => {
    // Not all at the same time.
    const last = (Math.floor(now / hourMs) - (urns.indexOf(one.entityUrn) % 10)) * hourMs;
    return Array.from({ length: days }, (_, index) => toEvent(one, last, days - 1 - index));
  });
}

function toEvent(
  { entityUrn: urn, aspectName, aspect: { json }, dailyRows = 0 }: Proposal,
  last: number,
  daysAgo: number,
): EventRow {
  const timestampMillis = last - daysAgo * dayMs;
  // More on weekends, as in a shop for gardeners.
  const share = [0, 6].includes(new Date(timestampMillis).getUTCDay()) ? 1.5 : 0.8;
  const values =
    aspectName === 'operation'
      ? {
          lastUpdatedTimestamp: timestampMillis,
          numAffectedRows: Math.round((json.numAffectedRows as number) * share),
        }
      : { rowCount: (json.rowCount as number) - daysAgo * dailyRows };
  return {
    ...{ aspect: aspectName as EventRow['aspect'], urn, timestampMillis },
    ...{ eventGranularity: '', partition: '', messageId: '', systemMetadata: null },
    event: JSON.stringify({ ...json, timestampMillis, ...values }),
  };
}

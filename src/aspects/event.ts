import { z } from 'zod';
import { type TimeseriesAspect, timeseriesAspects } from '../domain/timeseries.js';
import type { EventRow } from '../timeseries/store.js';
import { invalid, type Proposal } from './proposal.js';

/** The last millisecond of the year 9999, up to which a month has a name. */
const maxTime = 253_402_300_799_999;

const base = z.looseObject({
  timestampMillis: z.int().min(0).max(maxTime),
  eventGranularity: z.looseObject({ unit: z.string(), multiple: z.int().optional() }).nullish(),
  partitionSpec: z.looseObject({ partition: z.string().max(500) }).nullish(),
  messageId: z.string().max(500).nullish(),
});

/** The event that a proposal of a time-series aspect adds. @throws INVALID_ASPECT */
export function eventOf({ urn, entityType, aspectName, text, value, systemMetadata }: Proposal): EventRow {
  const aspect = aspectName as TimeseriesAspect;
  if (timeseriesAspects[aspect] !== entityType) {
    throw invalid(aspect, `is about a ${timeseriesAspects[aspect]}, not about a ${entityType}`);
  }
  const parsed = base.safeParse(value);
  if (!parsed.success) {
    throw invalid(
      aspect,
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    );
  }
  const { timestampMillis, eventGranularity, partitionSpec, messageId } = parsed.data;
  return {
    aspect,
    urn,
    timestampMillis,
    eventGranularity: eventGranularity ? `${eventGranularity.multiple ?? 1} ${eventGranularity.unit}` : '',
    partition: partitionSpec?.partition ?? '',
    messageId: messageId ?? '',
    event: text,
    systemMetadata,
  };
}

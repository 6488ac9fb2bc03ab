import { z } from 'zod';
import { type TimeseriesAspect, timeseriesAspects } from '../domain/timeseries.js';
import type { EventRow } from '../timeseries/store.js';
import { invalid, problems } from './check.js';
import { at, type Proposal } from './proposal.js';

/** The last millisecond of the year 9999, up to which a month has a name. */
const maxTime = 253_402_300_799_999;

/** The key stands in an index, whose entries have room for 2,704 bytes; a URN takes 512 of them. */
const keyText = (maxBytes: number) =>
  z.string().refine((text) => Buffer.byteLength(text) <= maxBytes, `is longer than ${maxBytes} bytes`);

const base = z.looseObject({
  timestampMillis: z.int().min(0).max(maxTime),
  eventGranularity: z.looseObject({ unit: keyText(100), multiple: z.int().optional() }).nullish(),
  partitionSpec: z.looseObject({ partition: keyText(900) }).nullish(),
  messageId: keyText(900).nullish(),
});

/** What DataHub's model has for a partition where none is given. */
const wholeTable = 'FULL_TABLE_SNAPSHOT';

/** The event that a proposal of a time-series aspect adds. @throws INVALID_ASPECT */
export const eventOf = ({ urn, entityType, aspectName, text, place, systemMetadata }: Proposal): EventRow =>
  at(place, () => {
    const aspect = aspectName as TimeseriesAspect;
    const home = timeseriesAspects[aspect];
    if (home !== entityType) throw invalid(aspect, `is about a ${home}, not about a ${entityType}`);
    const parsed = base.safeParse(JSON.parse(text));
    if (!parsed.success) throw invalid(aspect, problems(parsed.error));
    const { timestampMillis, eventGranularity, partitionSpec, messageId } = parsed.data;
    const partition = partitionSpec?.partition ?? wholeTable;
    return {
      aspect,
      urn,
      timestampMillis,
      eventGranularity: eventGranularity ? `${eventGranularity.multiple ?? 1} ${eventGranularity.unit}` : '',
      partition: partition === wholeTable ? '' : partition,
      messageId: messageId ?? '',
      event: text,
      systemMetadata,
    };
  });

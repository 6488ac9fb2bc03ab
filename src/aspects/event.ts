import { z } from 'zod';
import { badRequest } from '../core/errors.js';
import type { Steps } from '../core/steps.js';
import type { EventRow } from '../timeseries/event-store.js';
import {
  isTimeseriesAspect,
  problemOfTime,
  type TimeseriesAspect,
  timeseriesAspects,
} from '../timeseries/timeseries-index.js';
import { at, type Proposal } from './proposal.js';
import { invalid, problems } from './validate.js';

/** The key stands in an index, whose entries have room for 2,704 bytes; a URN takes 512 of them. */
const keyText = (maxBytes: number) =>
  z.string().refine((text) => Buffer.byteLength(text) <= maxBytes, `is longer than ${maxBytes} bytes`);

const base = z.looseObject({
  timestampMillis: z.int(),
  eventGranularity: z.looseObject({ unit: keyText(100), multiple: z.int().optional() }).nullish(),
  partitionSpec: z.looseObject({ partition: keyText(900) }).nullish(),
  messageId: keyText(900).nullish(),
});

/** What DataHub's model has for a partition where none is given. */
const wholeTable = 'FULL_TABLE_SNAPSHOT';

/** What of proposals is events. @throws INVALID_ASPECT, BAD_REQUEST for a time that no event may have */
export function* readingEvents(
  proposals: readonly Proposal[],
  now: number,
): Steps<ReadonlyMap<Proposal, EventRow>> {
  const events = new Map<Proposal, EventRow>();
  for (const proposal of proposals) {
    if (isTimeseriesAspect(proposal.aspectName)) events.set(proposal, eventOf(proposal, now));
    yield;
  }
  return events;
}

const eventOf = (
  { urn, entityType, aspectName, text, place, systemMetadata }: Proposal,
  now: number,
): EventRow =>
  at(place, () => {
    const aspect = aspectName as TimeseriesAspect;
    const home = timeseriesAspects[aspect];
    if (home !== entityType) throw invalid(aspect, `is about a ${home}, not about a ${entityType}`);
    const value = JSON.parse(text);
    const badTime = Number.isInteger(value.timestampMillis) && problemOfTime(value.timestampMillis, now);
    if (badTime) throw badRequest(`${aspect}: ${badTime}`);
    const parsed = base.safeParse(value);
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

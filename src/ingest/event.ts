import { z } from 'zod';
import { badRequest } from '../core/errors.js';
import { tryParse } from '../input/bounded-input.js';
import type { EventRow } from '../timeseries/event-store.js';
import { problemOfTime, type TimeseriesAspect, timeseriesAspects } from '../timeseries/timeseries-index.js';
import type { Proposal } from './proposal.js';
import { invalid, problems } from './validate.js';

/** Limited by PostgreSQL's index entries of 2,704 bytes: the key of an event is one, with a URN of up to 512 bytes. */
const keyText = (maxBytes: number) =>
  z.string().refine((text) => Buffer.byteLength(text) <= maxBytes, `is longer than ${maxBytes} bytes`);

const base = z.looseObject({
  timestampMillis: z.int(),
  eventGranularity: z.looseObject({ unit: keyText(100), multiple: z.int().optional() }).nullish(),
  partitionSpec: z.looseObject({ partition: keyText(900) }).nullish(),
  messageId: keyText(900).nullish(),
});

/** DataHub's default for an event without a partition. */
const wholeTable = 'FULL_TABLE_SNAPSHOT';

/** Returns a proposal's event. @throws INVALID_ASPECT, or BAD_REQUEST for a time out of range */
export function toEvent(
  { urn, entityType, aspectName, text, systemMetadata }: Proposal,
  now: number,
): EventRow {
  const aspect = aspectName as TimeseriesAspect;
  const expected = timeseriesAspects[aspect];
  if (expected !== entityType) throw invalid(aspect, `is about a ${expected}, not about a ${entityType}`);
  const value = JSON.parse(text);
  const badTime = Number.isInteger(value.timestampMillis) && problemOfTime(value.timestampMillis, now);
  if (badTime) throw badRequest(`${aspect}: ${badTime}`);
  const parsed = tryParse(base, value);
  if (!parsed.success) throw invalid(aspect, problems(parsed.error.issues, value));
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
}

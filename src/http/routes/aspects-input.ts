import { z } from 'zod';
import { boundedArray } from '../../input/bounded-input.js';
import { valuesMax } from '../../json/values.js';
import { eventFilter, validText } from '../../timeseries/filter-input.js';

/** `async` is accepted without effect: both modes write before the response. */
export const ingestProposalInput = z.looseObject({
  proposal: z.unknown().refine((given) => given !== undefined, 'is required'),
});

export const ingestProposalBatchInput = z.looseObject({
  proposals: boundedArray(z.unknown(), valuesMax, { min: 1 }),
});

export const aspectQuery = z.looseObject({ aspect: z.string(), version: z.coerce.number().default(0) });

export const aspectCountInput = z.looseObject({ aspect: z.string(), urnLike: validText.nullish() });

const maxEvents = 10_000;

export const timeseriesValuesInput = z
  .looseObject({
    urn: z.string(),
    entity: z.string(),
    aspect: z.string(),
    startTimeMillis: z.int().optional(),
    endTimeMillis: z.int().optional(),
    limit: z.int().min(1).max(maxEvents).default(maxEvents),
    filter: eventFilter,
    sort: z.null('is not supported: events are always sorted newest first').optional(),
  })
  .transform(({ filter: criteria, ...request }) => ({ ...request, criteria }));

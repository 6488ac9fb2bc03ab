import { z } from 'zod';
import type { Requester } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import { invalidTextReason } from '../core/text.js';
import { TooLarge } from '../core/too-large.js';
import { parseUrn, quoted } from '../core/urn.js';
import { isTooMuchWork } from '../db/errors.js';
import type { TimeseriesStore } from './store.js';
import { isTimeseriesAspect, timeseriesAspects } from './timeseries-index.js';

export interface TimeseriesValues {
  readonly entityName: string;
  readonly aspectName: string;
  readonly startTimeMillis: number | undefined;
  readonly endTimeMillis: number | undefined;
  readonly limit: number;
  /** JSON texts, newest first. */
  readonly events: readonly { readonly event: string; readonly systemMetadata: string | null }[];
}

const maxLimit = 10_000;
const text = z.string().refine((given) => invalidTextReason(given) === null, {
  error: ({ input }) => invalidTextReason(String(input)) ?? '',
});
const criterion = z.object({
  field: text,
  value: text.nullish(),
  values: z.array(text).nullish(),
  condition: z.enum(['EQUAL', 'IN']).default('EQUAL'),
  negated: z.literal(false).nullish(),
});

const request = z.looseObject({
  urn: z.string(),
  entity: z.string(),
  aspect: z.string(),
  startTimeMillis: z.int().optional(),
  endTimeMillis: z.int().optional(),
  limit: z.int().min(1).max(maxLimit).default(maxLimit),
  filter: z
    .object({
      or: z
        .array(z.object({ and: z.array(criterion).nullish() }))
        .max(1, 'has at most one alternative')
        .nullish(),
    })
    .nullish(),
});

const takesTooLong =
  'reading these events takes longer than a request may: ask for a shorter time, a smaller limit or no filter';

/** Returns events of one entity, newest first. Every active user may read them. @throws BAD_REQUEST */
export const timeseriesValues =
  ({ store, maxBytes }: { store: TimeseriesStore; maxBytes: number }) =>
  async (input: unknown, requester?: Requester): Promise<TimeseriesValues> => {
    const parsed = request.safeParse(input);
    if (!parsed.success) throw badRequest(z.prettifyError(parsed.error).replaceAll('\n', ' '));
    const { aspect, entity, limit, startTimeMillis, endTimeMillis, filter } = parsed.data;
    const { urn, type } = parseUrn(parsed.data.urn);
    if (!isTimeseriesAspect(aspect)) {
      throw badRequest(
        `aspect ${quoted(aspect)} is no time series; there are ${Object.keys(timeseriesAspects).join(', ')}`,
      );
    }
    if (entity !== type) throw badRequest(`entity ${quoted(entity)} does not fit urn ${quoted(urn)}`);
    const fields = (filter?.or?.[0]?.and ?? []).map(({ field, value, values }) => ({
      field,
      values: [...(values ?? []), ...(value === null || value === undefined ? [] : [value])],
    }));
    const from = startTimeMillis ?? 0;
    const to = endTimeMillis ?? Number.MAX_SAFE_INTEGER;
    const eventFilter = { from, to, limit, fields, maxBytes };
    const events = await store.events(aspect, urn, eventFilter, requester).catch((error: unknown) => {
      if (isTooMuchWork(error)) throw badRequest(takesTooLong);
      if (!(error instanceof TooLarge)) throw error;
      throw new TooLarge(
        'The events take',
        maxBytes,
        `ask for fewer, by a limit below ${limit} or a shorter time`,
      );
    });
    return { entityName: type, aspectName: aspect, startTimeMillis, endTimeMillis, limit, events };
  };

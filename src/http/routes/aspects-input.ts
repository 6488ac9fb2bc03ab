import { z } from 'zod';
import { invalidTextReason } from '../../core/text.js';

/** `async` may be given and has no effect: both modes write before the answer. */
export const ingestProposalInput = z.looseObject({
  proposal: z.unknown().refine((given) => given !== undefined, 'is required'),
});

export const ingestProposalBatchInput = z.looseObject({ proposals: z.array(z.unknown()).min(1) });

export const aspectQuery = z.looseObject({ aspect: z.string(), version: z.coerce.number().default(0) });

const maxEvents = 10_000;

const text = z.string().refine((given) => invalidTextReason(given) === null, {
  error: ({ input }) => invalidTextReason(String(input)) ?? '',
});

const criterion = z
  .object({
    field: text,
    value: text.nullish(),
    values: z.array(text).nullish(),
    condition: z.enum(['EQUAL', 'IN']).default('EQUAL'),
    negated: z.literal(false).nullish(),
  })
  .transform(({ field, value, values }) => ({
    field,
    values: [...(values ?? []), ...(value === null || value === undefined ? [] : [value])],
  }));

const filter = z
  .object({
    or: z
      .array(z.object({ and: z.array(criterion).nullish() }))
      .max(1, 'has at most one alternative')
      .nullish(),
  })
  .nullish();

export const timeseriesValuesInput = z
  .looseObject({
    urn: z.string(),
    entity: z.string(),
    aspect: z.string(),
    startTimeMillis: z.int().optional(),
    endTimeMillis: z.int().optional(),
    limit: z.int().min(1).max(maxEvents).default(maxEvents),
    filter,
  })
  .transform(({ filter, ...request }) => ({ ...request, fields: filter?.or?.[0]?.and ?? [] }));

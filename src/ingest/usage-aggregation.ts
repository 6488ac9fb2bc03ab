import { z } from 'zod';
import { boundedArray } from '../input/bounded-input.js';

const count = z.int().nullish();
/** Users, columns and statements of one bucket. */
const listMax = 100_000;

/**
 * Turns DataHub's UsageAggregation, an older form of the event `datasetUsageStatistics`, into the proposal of that event
 * (docs/wire-aspects.md, "Time-series events").
 */
export const usageAggregation = z
  .object({
    bucket: z.int(),
    duration: z.enum(['YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR']),
    resource: z.string(),
    metrics: z.object({
      uniqueUserCount: count,
      totalSqlQueries: count,
      topSqlQueries: boundedArray(z.string(), listMax).nullish(),
      users: boundedArray(
        z.object({ user: z.string(), count: z.int(), userEmail: z.string().nullish() }),
        listMax,
      ).nullish(),
      fields: boundedArray(z.object({ fieldName: z.string(), count: z.int() }), listMax).nullish(),
    }),
  })
  .transform(
    ({ bucket: timestampMillis, duration: unit, resource, metrics: { users, fields, ...metrics } }) => ({
      entityUrn: resource,
      aspectName: 'datasetUsageStatistics',
      aspect: {
        value: withoutNulls({
          timestampMillis,
          eventGranularity: { unit, multiple: 1 },
          ...metrics,
          userCounts: users,
          fieldCounts: fields?.map(({ fieldName: fieldPath, count }) => ({ fieldPath, count })),
        }),
      },
    }),
  );

/** Returns JSON text. */
const withoutNulls = (value: object): string =>
  JSON.stringify(value, (_, member) => (member === null ? undefined : member));

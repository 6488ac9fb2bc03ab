import { z } from 'zod';

const count = z.int().nullish();

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
      topSqlQueries: z.array(z.string()).nullish(),
      users: z
        .array(z.object({ user: z.string(), count: z.int(), userEmail: z.string().nullish() }))
        .nullish(),
      fields: z.array(z.object({ fieldName: z.string(), count: z.int() })).nullish(),
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

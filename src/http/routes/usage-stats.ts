import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../services.js';
import { parseInput } from '../parse-input.js';
import { lenientJsonBody } from '../plugins/json-body.js';
import { type ActionHandler, resolveAction } from './action.js';

const count = z.int().nullish();

/** DataHub's UsageAggregation, an older form of the event `datasetUsageStatistics`. */
const bucket = z
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

/** Clients send one at a time. */
const maxBuckets = 1_000;

const usageInput = z.looseObject({
  buckets: z.array(z.unknown()).min(1).max(maxBuckets).pipe(z.array(bucket)),
});

const actions: Readonly<Record<string, ActionHandler>> = {
  batchIngest: async ({ services, actor, body }) => {
    await services.aspects.ingest(actor, parseInput(usageInput, body).buckets);
    return 'success';
  },
};

/** `POST /usageStats?action=batchIngest` (docs/wire-aspects.md, "Time-series events"). */
export async function usageStatsRoutes(
  scope: FastifyInstance,
  { services, bodyLimit }: { services: Services; bodyLimit: number },
) {
  await scope.register(lenientJsonBody);
  scope.post('/usageStats', { bodyLimit }, async ({ query, url, actor, body }) => {
    const handle = resolveAction('usageStats', actions, query, url);
    return { value: await handle({ services, actor, body }) };
  });
}

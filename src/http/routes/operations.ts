import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../services.js';
import type { IndexSize } from '../../timeseries/index-details.js';
import type { TaskStatus } from '../../timeseries/truncation/tasks.js';
import { lenientJsonBody } from '../plugins/encoding/json-body.js';
import { type ActionHandler, resolveAction } from './action.js';

const operations: Readonly<Record<string, ActionHandler>> = {
  getIndexSizes: async ({ services, actor }) => ({
    indexSizes: (await services.timeseries.indexSizes(actor)).map(withBothSizes),
  }),
  truncateTimeseriesAspect: async ({ services, actor, body }) => {
    const truncation = await services.timeseries.truncate(actor, body);
    return truncation.kind === 'run' ? truncation.taskId : truncation.text;
  },
  getEsTaskStatus: async ({ services, actor, body }) =>
    taskStatusText(await services.timeseries.taskStatus(actor, body)),
};

const flag = z.union([z.boolean(), z.enum(['true', 'false'])]).optional();
const integer = z.union([z.int(), z.string().regex(/^-?\d+$/)]);
const reference = {
  summary: 'Sizes of time-series indices, truncation, and its tasks',
  actions: {
    getIndexSizes: null,
    truncateTimeseriesAspect: z.object({
      ...{ entityType: z.string(), aspect: z.string(), endTimeMillis: integer },
      ...{ dryRun: flag, batchSize: integer.optional(), timeoutSeconds: integer.optional() },
      ...{ forceDeleteByQuery: flag, forceReindex: flag },
    }),
    getEsTaskStatus: z.object({
      ...{ task: z.string().optional(), nodeId: z.string().optional(), taskId: integer.optional() },
    }),
  },
};

/** `POST /operations?action=…` (docs/wire-contract.md, "Operations"). */
export async function operationsRoutes(scope: FastifyInstance, { services }: { services: Services }) {
  await scope.register(lenientJsonBody);
  scope.post(
    '/operations',
    { config: { reference, admission: { reads: ['getIndexSizes', 'getEsTaskStatus'] } } },
    async ({ query, url, actor, body }) => {
      const operation = resolveAction('operations', operations, query, url);
      return { value: await operation({ services, actor, body }) };
    },
  );
}

/** Older clients read sizeMb, newer ones sizeInMb. */
function withBothSizes({ aspectName, entityName, indexName, sizeMb }: IndexSize) {
  return { aspectName, entityName, indexName, sizeMb, sizeInMb: sizeMb };
}

/** Returns JSON in JSON, as DataHub does: `status` is what Elasticsearch reports of a delete by query. */
function taskStatusText({ taskId, task, runTimeMillis }: TaskStatus): string {
  if (!task) return JSON.stringify({ error: `Could not get task status for ${taskId}` });
  const { state, reason, total, deleted, batches, retries } = task;
  const status = JSON.stringify({
    total,
    updated: 0,
    created: 0,
    deleted,
    batches,
    version_conflicts: 0,
    noops: 0,
    retries: { bulk: retries, search: 0 },
    throttled_millis: 0,
    requests_per_second: -1,
    throttled_until_millis: 0,
    ...(state === 'CANCELED' ? { canceled: reason } : {}),
    ...(state === 'FAILED' ? { failed: reason } : {}),
  });
  return JSON.stringify({
    completed: state !== 'RUNNING',
    taskId,
    status,
    runTimeNanos: runTimeMillis * 1_000_000,
  });
}

import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.js';
import type { IndexSize } from '../../timeseries/index-sizes.js';
import { lenientJsonBody } from '../plugins/json-body.js';
import { type ActionHandler, resolveAction } from './action.js';
import { taskStatusText } from './task-status.js';

const operations: Readonly<Record<string, ActionHandler>> = {
  getIndexSizes: async ({ services, actor }) => ({
    indexSizes: (await services.timeseries.indexSizes(actor)).map(withBothSizes),
  }),
  truncateTimeseriesAspect: ({ services, actor, body }) => services.timeseries.truncate(actor, body),
  getEsTaskStatus: async ({ services, actor, body }) =>
    taskStatusText(await services.timeseries.taskStatus(actor, body)),
};

/** `POST /operations?action=…` (docs/wire-contract.md, "Operations"). */
export async function operationsRoutes(scope: FastifyInstance, { services }: { services: Services }) {
  await scope.register(lenientJsonBody);
  scope.post('/operations', async ({ query, url, actor, body }) => {
    const operation = resolveAction('operations', operations, query, url);
    return { value: await operation({ services, actor, body }) };
  });
}

/** Older clients read sizeMb, newer ones sizeInMb. */
function withBothSizes({ aspectName, entityName, indexName, sizeMb }: IndexSize) {
  return { aspectName, entityName, indexName, sizeMb, sizeInMb: sizeMb };
}

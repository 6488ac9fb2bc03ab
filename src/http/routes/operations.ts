import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../core/actor.js';
import { badRequest } from '../../core/errors.js';
import type { Services } from '../../services.js';
import type { IndexSize } from '../../timeseries/index-sizes.js';
import { jsonOrNothing } from '../plugins/json-body.js';
import { taskStatusText } from './task-status.js';

type Operation = (services: Services, actor: Actor, body: unknown) => Promise<unknown>;

/** What `?action=` may name; the result is what `value` holds in the answer. */
const operations = new Map<unknown, Operation>([
  [
    'getIndexSizes',
    async ({ timeseries }, actor) => ({ indexSizes: (await timeseries.indexSizes(actor)).map(toWire) }),
  ],
  ['truncateTimeseriesAspect', ({ timeseries }, actor, body) => timeseries.truncate(actor, body)],
  [
    'getEsTaskStatus',
    async ({ timeseries }, actor, body) => taskStatusText(await timeseries.taskStatus(actor, body)),
  ],
]);

/** `POST /operations?action=…` (contract, section 9). */
export async function operationsDoor(app: FastifyInstance, { services }: { services: Services }) {
  jsonOrNothing(app);
  app.post<{ Querystring: { action?: unknown } }>('/operations', async ({ query, url, actor, body }) => {
    const operation = operations.get(query.action);
    if (!operation) throw badRequest(`${unknownAction(query.action, url)} Actions: ${names()}.`);
    return { value: await operation(services, actor, body) };
  });
}

// Older clients read sizeMb, newer ones sizeInMb.
const toWire = ({ aspectName, entityName, indexName, sizeMb }: IndexSize) => ({
  aspectName,
  entityName,
  indexName,
  sizeMb,
  sizeInMb: sizeMb,
});

/** DataHub's own words, which people search for. */
const unknownAction = (action: unknown, url: string) =>
  action === undefined
    ? `POST operation without ?action= not supported on resource 'operations' URI: '${url}'.`
    : `POST operation named ${String(action)} not supported on resource 'operations' URI: '${url}'.`;

const names = () => [...operations.keys()].join(', ');

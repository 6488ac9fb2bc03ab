import type { FastifyInstance } from 'fastify';
import { eventSchema } from '../../../ingest/openlineage/event.js';
import { lenientJsonBody } from '../../plugins/encoding/json-body.js';
import type { AspectsOptions } from '../aspects.js';

const reference = { summary: 'Write an event of OpenLineage', body: eventSchema };

/** Takes what OpenLineage's clients send, at DataHub's path (docs/openlineage.md). */
export async function openlineageRoutes(scope: FastifyInstance, { services, bodyLimit }: AspectsOptions) {
  await scope.register(lenientJsonBody);
  scope.post(
    '/openapi/openlineage/api/v1/lineage',
    { bodyLimit, config: { reference } },
    async ({ body, actor }, reply) => {
      await services.ingest.lineageEvent(actor, body);
      return reply.code(200).send();
    },
  );
}

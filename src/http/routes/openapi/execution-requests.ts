import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseQuery } from '../../parse-input.js';
import { withMemory } from '../../plugins/limits/response-memory.js';
import type { AspectsOptions } from '../aspects.js';
import { joinJsonMembers, sendJson } from '../json-text.js';
import { entityTextV2 } from './batch-v2.js';
import { parseReadQuery } from './query.js';

const type = 'dataHubExecutionRequest';

const only = (value: string) =>
  z
    .literal(value, { error: `must be ${value}: requests are listed by requestTimeMs, newest first` })
    .optional();
const pageQuery = z.looseObject({
  count: z.coerce.number().optional(),
  scrollId: z.string().optional(),
  query: only('*'),
  sort: only('requestTimeMs'),
  sortOrder: only('DESCENDING'),
});

const reference = { summary: 'List execution requests, newest first', query: pageQuery };

/**
 * The page of OpenAPI v2 that DataHub's cleaning of old metadata reads (docs/wire-aspects.md, "Entities over
 * OpenAPI").
 */
export async function executionRequestsRoutes(
  scope: FastifyInstance,
  { services }: Pick<AspectsOptions, 'services'>,
) {
  scope.get(`/openapi/v2/entity/${type}`, { config: { reference } }, async ({ query, actor }, reply) => {
    const { count, scrollId: after } = parseQuery(pageQuery, query);
    const { names, systemMetadata } = parseReadQuery(query);
    const { urns, scrollId } = await services.aspects.executionRequests(actor, count, after);
    return withMemory(reply, async (reserve) => {
      const asked = urns.map((urn) => ({ urn, type, names }));
      const entities = await services.aspects.entities(actor, asked, reserve);
      const results = entities.map((entity) => entityTextV2(entity, systemMetadata));
      return sendJson(
        reply,
        joinJsonMembers({
          results: `[${results.join(',')}]`,
          ...(scrollId === null ? {} : { scrollId: JSON.stringify(scrollId) }),
        }),
      );
    });
  });
}

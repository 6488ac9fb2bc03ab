import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../services.js';
import { parseQuery } from '../parse-input.js';
import { markPartial } from '../partial-header.js';
import { splitNames } from './openapi/query.js';
import { listItems } from './restli-list.js';

const direction = z.enum(['INCOMING', 'OUTGOING']);
const page = { start: z.coerce.number().optional(), count: z.coerce.number().optional() };

const openapiQuery = z.looseObject({
  ...{ urn: z.string(), direction, relationshipTypes: splitNames.optional() },
  ...page,
});
const restliQuery = z.looseObject({
  ...{ urn: z.string(), direction, types: z.string().optional() },
  ...page,
});

const references = {
  openapi: { summary: 'List the relationships of an entity', query: openapiQuery },
  restli: { summary: 'List the relationships of an entity, with their total', query: restliQuery },
};

/** Reads relationships over OpenAPI and Rest.li (docs/wire-aspects.md, "References"). */
export async function relationshipsRoutes(scope: FastifyInstance, { services }: { services: Services }) {
  scope.get(
    '/openapi/relationships/v1',
    { config: { reference: references.openapi } },
    async ({ query, actor }, reply) => {
      const request = parseQuery(openapiQuery, query);
      const { start, entities, isPartial } = await services.lineage.relationships(actor, request);
      markPartial(reply, await isPartial());
      // Clients ask for further pages until `count` is 0.
      return { start, count: entities.length, entities };
    },
  );

  scope.get(
    '/relationships',
    { config: { reference: references.restli } },
    async ({ query, actor }, reply) => {
      const { types, ...request } = parseQuery(restliQuery, query);
      const relationshipTypes = types === undefined ? undefined : listItems('types', types);
      const found = await services.lineage.relationships(actor, { ...request, relationshipTypes });
      const total = await found.total();
      markPartial(reply, await found.isPartial());
      return {
        ...{ start: found.start, count: found.entities.length, total },
        relationships: found.entities.map(({ urn, relationshipType }) => ({
          type: relationshipType,
          entity: urn,
        })),
      };
    },
  );
}

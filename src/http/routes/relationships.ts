import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { boundedArray } from '../../input/bounded-input.js';
import type { Services } from '../../services.js';
import { parseQuery } from '../parse-input.js';

/** Parameters of one name. */
const parametersMax = 1_000;

/** Clients repeat the parameter or separate the names by commas. */
const names = z
  .union([z.string(), boundedArray(z.string(), parametersMax)])
  .transform((given) => [given].flat().flatMap((list) => list.split(',')));

const relationshipsQuery = z.looseObject({
  urn: z.string(),
  direction: z.enum(['INCOMING', 'OUTGOING']),
  relationshipTypes: names.optional(),
  start: z.coerce.number().optional(),
  count: z.coerce.number().optional(),
});

const reference = { summary: 'List the relationships of an entity', query: relationshipsQuery };

/** `GET /openapi/relationships/v1` (docs/wire-aspects.md, "References"). */
export async function relationshipsRoutes(scope: FastifyInstance, { services }: { services: Services }) {
  scope.get('/openapi/relationships/v1', { config: { reference } }, async ({ query, actor }) => {
    const { start, entities } = await services.entities.related(actor, parseQuery(relationshipsQuery, query));
    // Clients ask for further pages until `count` is 0.
    return { start, count: entities.length, entities };
  });
}

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { entityTypes, listAspects } from '../../../datahub/aspects/models.js';
import { parseQuery } from '../../parse-input.js';

const pageQuery = z.looseObject({
  start: z.coerce.number().int().min(0).default(0),
  count: z.coerce.number().int().min(0).max(1_000).default(20),
});
const reference = { summary: 'List the types of entities and their aspects, by the page', query: pageQuery };

const toSpec = (name: string) => ({ aspectAnnotation: { name } });

/**
 * Lists DataHub's models, from which its client finds out what a server stores (docs/wire-aspects.md, "Entities over
 * OpenAPI").
 */
export async function modelRegistryRoutes(scope: FastifyInstance) {
  const path = '/openapi/v1/registry/models/entity/specifications';
  scope.get(path, { config: { reference } }, async ({ query }) => {
    const { start, count } = parseQuery(pageQuery, query);
    const elements = entityTypes.slice(start, start + count).map((name) => {
      const [key = '', ...others] = listAspects(name);
      return { name, keyAspectName: key, keyAspectSpec: toSpec(key), aspectSpecs: others.map(toSpec) };
    });
    return { start, count: elements.length, total: entityTypes.length, elements };
  });
}

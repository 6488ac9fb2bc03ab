import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { badRequest } from '../../../core/errors.js';
import type { SearchRequest } from '../../../search/request.js';
import { parseInput, parseQuery } from '../../parse-input.js';
import { withMemory } from '../../plugins/limits/response-memory.js';
import type { AspectsOptions } from '../aspects.js';
import { entityType, toExpression } from '../entity-search.js';
import { joinJsonMembers, sendJson } from '../json-text.js';
import { entityText } from './entity-text.js';
import { flag, listNames, names, parseReadQuery, readQuery } from './query.js';

export const searchQuery = z.looseObject({
  query: z.string().default('*'),
  count: z.coerce.number().optional(),
  scrollId: z.string().optional(),
  includeSoftDelete: flag.default(false),
  sort: z.string().optional(),
  sortCriteria: names.optional(),
  sortOrder: z.enum(['ASCENDING', 'DESCENDING']).default('ASCENDING'),
  sliceId: z.string().optional(),
  sliceMax: z.string().optional(),
  systemMetadata: flag.default(false),
});
const listQuery = readQuery.extend(searchQuery.shape);
const reference = {
  summary: 'List the entities of a type that match a query, by the page',
  query: listQuery,
};

/** Finds entities as DataHub's SDK looks for platform resources (docs/wire-aspects.md, "Entities over OpenAPI"). */
export function listEntitiesRoute(scope: FastifyInstance, path: string, { services }: AspectsOptions) {
  scope.get<{ Params: { type: string } }>(
    path,
    { exposeHeadRoute: false, config: { reference } },
    async ({ params, query, actor }, reply) => {
      const type = parseInput(entityType, params.type, 'the entity type');
      const given = parseQuery(listQuery, query);
      const { names, systemMetadata } = parseReadQuery(query);
      const page = await services.search.scroll(actor, toSearch([type], given), given);
      const asked = page.hits.map(({ urn }) => ({ urn, type, names }));
      return withMemory(reply, async (reserve) => {
        const entities = await services.aspects.entities(actor, asked, reserve);
        const texts = entities.map((entity) => entityText(entity, systemMetadata));
        return sendJson(
          reply,
          joinJsonMembers({
            ...(page.nextScrollId === null ? {} : { scrollId: JSON.stringify(page.nextScrollId) }),
            entities: `[${texts.join(',')}]`,
          }),
        );
      });
    },
  );
}

/** Returns the search for the parameters of a list. @throws BAD_REQUEST */
export function toSearch(types: readonly string[], given: z.output<typeof searchQuery>): SearchRequest {
  // Every slice would be the whole.
  if (given.sliceId !== undefined || given.sliceMax !== undefined)
    throw badRequest('sliceId and sliceMax are not supported: follow scrollId from page to page');
  const criteria = listNames(given.sortCriteria) ?? [given.sort || 'urn'];
  return {
    types,
    query: toExpression(given.query),
    filter: [],
    includeSoftDeleted: given.includeSoftDelete,
    sort: criteria.map((field) => ({ field, descending: given.sortOrder === 'DESCENDING' })),
  };
}

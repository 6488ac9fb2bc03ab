import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { getEntityType } from '../../../core/urn.js';
import { entityTypes } from '../../../datahub/aspects/models.js';
import { boundedArray } from '../../../input/bounded-input.js';
import { maxRules } from '../../../search/query-limits.js';
import { parseInput, parseQuery } from '../../parse-input.js';
import { withMemory } from '../../plugins/limits/response-memory.js';
import type { AspectsOptions } from '../aspects.js';
import { entityType, sort, toRule, toSort } from '../entity-search.js';
import { joinJsonMembers, sendJson } from '../json-text.js';
import { entityText } from './entity-text.js';
import { filterBody } from './filter-body.js';
import { searchQuery, toSearch } from './list-entities.js';
import { parametersMax, spellNames } from './query.js';

const scrollQuery = searchQuery.extend({
  scrollIdPerEntity: z
    .literal('false', { error: 'must be false: scrollId is that of the whole page' })
    .optional(),
});

/** Strict, because a filter that is not read would find everything. */
const scrollBody = z.strictObject({
  entities: boundedArray(entityType, parametersMax).nullish(),
  aspects: boundedArray(z.string(), parametersMax).nullish(),
  filter: filterBody.nullish(),
  sortCriteria: boundedArray(sort, maxRules).nullish(),
});

const reference = {
  summary: 'List entities of several types that match a query, by the page',
  query: scrollQuery,
  body: scrollBody,
};

/** Finds entities as `scroll_entities` of DataHub's client does (docs/wire-aspects.md, "Entities over OpenAPI"). */
export function scrollEntitiesRoute(
  scope: FastifyInstance,
  path: string,
  { services, bodyLimit }: AspectsOptions,
) {
  const config = { reference, admission: 'read' } as const;
  scope.post(path, { bodyLimit, config }, async ({ query, body, actor }, reply) => {
    const given = parseQuery(scrollQuery, query);
    const { entities, aspects, filter, sortCriteria } = parseInput(scrollBody, body ?? {});
    const search = toSearch(entities?.length ? entities : entityTypes, given);
    const request = {
      ...search,
      filter: (filter?.and ?? []).map(({ criteria }) => criteria.map(toRule)),
      ...(sortCriteria?.length && !given.sort && !given.sortCriteria && { sort: sortCriteria.map(toSort) }),
    };
    const page = await services.search.scroll(actor, request, given);
    const { count: totalCount } = await page.total();
    return withMemory(reply, async (reserve) => {
      const urns = page.hits.map(({ urn }) => urn);
      const names = aspects?.length ? spellNames(aspects) : null;
      const asked = urns.map((urn) => ({ urn, type: getEntityType(urn), names }));
      // Without a list of aspects, DataHub returns the URNs alone.
      const texts = aspects
        ? (await services.aspects.entities(actor, asked, reserve)).map((one) =>
            entityText(one, given.systemMetadata),
          )
        : urns.map((urn) => joinJsonMembers({ urn: JSON.stringify(urn) }));
      return sendJson(
        reply,
        joinJsonMembers({
          ...(page.nextScrollId === null ? {} : { scrollId: JSON.stringify(page.nextScrollId) }),
          entities: `[${texts.join(',')}]`,
          totalCount: `${totalCount}`,
        }),
      );
    });
  });
}

import { z } from 'zod';
import { entityTypeSpelling } from '../../datahub/entity-types.js';
import { boundedArray } from '../../input/bounded-input.js';
import { maxRules, maxValues } from '../../search/query-limits.js';
import { conditions, type Filter, type Rule, type SearchRequest, type Sort } from '../../search/request.js';
import { parseInput } from '../parse-input.js';
import type { ActionHandler } from './action.js';

export const entityType = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9]{0,99}$/, { error: 'must be an entity type, such as dataset' })
  .transform(entityTypeSpelling);

const criterion = z.looseObject({
  field: z.string(),
  value: z.string().nullish(),
  values: boundedArray(z.string(), maxValues).nullish(),
  // Until DataHub 0.11, IS_NULL was the negation of EXISTS, and clients still send it.
  condition: z.enum([...conditions, 'IS_NULL']).nullish(),
  negated: z.boolean().nullish(),
});
export const allOf = boundedArray(criterion, maxRules);
export const sort = z.looseObject({
  field: z.string(),
  order: z.enum(['ASCENDING', 'DESCENDING']).nullish(),
});

export const searchInput = z.looseObject({
  entity: entityType,
  input: z.string(),
  start: z.int().optional(),
  count: z.int().optional(),
  filter: z
    .looseObject({
      or: boundedArray(z.looseObject({ and: allOf }), maxRules).nullish(),
      criteria: allOf.nullish(),
    })
    .nullish(),
  sort: sort.nullish(),
  sortCriteria: boundedArray(sort, maxRules).nullish(),
  fulltext: z.boolean().nullish(),
  searchFlags: z
    .looseObject({
      fulltext: z.boolean().nullish(),
      includeSoftDeleted: z.boolean().nullish(),
      estimateTotal: z.boolean().nullish(),
    })
    .nullish(),
});

/** Handles `POST /entities?action=search`, in which DataHub's clients find entities by name. */
export const searchEntities: ActionHandler = async ({ services, actor, body }) => {
  const input = parseInput(searchInput, body);
  const found = await services.search.urns(actor, toRequest(input), input);
  const total = await found.total();
  return {
    entities: found.hits.map(({ urn, score }) => ({ entity: urn, score, matchedFields: [] })),
    from: found.start,
    pageSize: found.count,
    numEntities: total.count,
    ...(total.isEstimate && { numEntitiesIsEstimate: true }),
    metadata: { aggregations: [] },
  };
};

/** Returns the query that DataHub reads as an expression without a prefix, where GraphQL requires one. */
export const toExpression = (text: string): string =>
  // Trimmed first: a pattern with two runs of spaces would take quadratic time.
  /^(\/q(\s|$)|\**$)/.test(text.trim()) ? text : `/q ${text}`;

function toRequest(given: z.output<typeof searchInput>): SearchRequest {
  const { entity, input, filter, sort, sortCriteria, fulltext, searchFlags } = given;
  const criteria = sortCriteria ?? (sort ? [sort] : []);
  const isFullText = searchFlags?.fulltext ?? fulltext ?? false;
  return {
    types: [entity],
    query: isFullText ? input : toExpression(input),
    filter: toFilter(filter),
    includeSoftDeleted: searchFlags?.includeSoftDeleted ?? false,
    sort: criteria.map(toSort),
    estimatesTotal: searchFlags?.estimateTotal ?? false,
  };
}

export const toSort = ({ field, order }: z.output<typeof sort>): Sort => ({
  field,
  descending: order === 'DESCENDING',
});

function toFilter(given: z.output<typeof searchInput>['filter']): Filter {
  if (given?.or) return given.or.map(({ and }) => and.map(toRule));
  return given?.criteria?.length ? [given.criteria.map(toRule)] : [];
}

export function toRule({ field, value, values, condition, negated }: z.output<typeof criterion>): Rule {
  // Records of DataHub have an empty `value` beside `values`.
  const given = values?.length ? values : value ? [value] : [];
  const isNull = condition === 'IS_NULL';
  return {
    field,
    values: given,
    condition: isNull ? 'EXISTS' : (condition ?? 'EQUAL'),
    negated: (negated ?? false) !== isNull,
  };
}

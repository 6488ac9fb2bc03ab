import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { badRequest } from '../../../core/errors.js';
import { getEntityType } from '../../../core/urn.js';
import { entityTypeSpelling } from '../../../datahub/entity-types.js';
import { boundedArray } from '../../../input/bounded-input.js';
import {
  type EdgeFilter,
  type EdgeRule,
  type FilterName,
  toEdgeFilter,
} from '../../../lineage/relationship-filter.js';
import type { ScrollPage } from '../../../lineage/scroll.js';
import type { Filter } from '../../../search/request.js';
import type { Services } from '../../../services.js';
import { parseInput, parseQuery } from '../../parse-input.js';
import { markPartial } from '../../partial-header.js';
import { lenientJsonBody } from '../../plugins/encoding/json-body.js';
import { toRule } from '../entity-search.js';
import { filterBody } from './filter-body.js';
import { flag, parametersMax, splitNames } from './query.js';

/** Strict, because a parameter that is not read would change what is found. */
const shared = {
  relationshipTypes: splitNames.optional(),
  count: z.coerce.number().optional(),
  scrollId: z.string().optional(),
  includeSoftDelete: flag.default(false),
  sliceId: z.coerce.number().optional(),
  sliceMax: z.coerce.number().optional(),
  // No effect: a page holds nothing open.
  pitKeepAlive: z.string().optional(),
};
const lineageQuery = z.strictObject({ ...shared, direction: z.enum(['UPSTREAM', 'DOWNSTREAM']).optional() });
const lineageBody = z.strictObject({ urns: boundedArray(z.string(), parametersMax).nullish() });
const relationshipQuery = z.strictObject({
  ...shared,
  sourceTypes: splitNames.optional(),
  destinationTypes: splitNames.optional(),
  direction: z.enum(['INCOMING', 'OUTGOING']).optional(),
});
const relationshipBody = z.strictObject({
  sourceFilter: filterBody.nullish(),
  destinationFilter: filterBody.nullish(),
  edgeFilter: filterBody.nullish(),
});

const references = {
  lineage: {
    summary: 'List edges of lineage, of some entities and columns or of all, by the page',
    query: lineageQuery,
    body: lineageBody,
  },
  relationships: {
    summary: 'List relationships between entities that match filters, by the page',
    query: relationshipQuery,
    body: relationshipBody,
  },
};

/** Scrolls through edges as DataHub's client does (docs/wire-aspects.md, "Scrolls of relationships and lineage"). */
export async function edgeScrollRoutes(scope: FastifyInstance, { services }: { services: Services }) {
  await scope.register(lenientJsonBody);

  scope.post(
    '/openapi/v3/lineage/scroll',
    { config: { reference: references.lineage, admission: 'read' } },
    async ({ query, body, actor }, reply) => {
      const given = parseQuery(lineageQuery, query);
      const { urns } = parseInput(lineageBody, body ?? {});
      const page = await services.lineage.scrollEdges(actor, {
        ...toScroll(given),
        urns: urns ?? [],
        direction: given.direction ?? null,
        relationshipTypes: given.relationshipTypes?.length ? given.relationshipTypes : null,
      });
      return answer(reply, page, ({ upstream, downstream, ...edge }) => ({
        ...toRelationship(edge),
        ...{ upstream, downstream },
      }));
    },
  );

  scope.post(
    '/openapi/v3/relationship/scroll',
    { config: { reference: references.relationships, admission: 'read' } },
    async ({ query, body, actor }, reply) => {
      const given = parseQuery(relationshipQuery, query);
      const filters = listFilters(given, parseInput(relationshipBody, body ?? {}));
      const page = await services.lineage.scrollRelationships(actor, { ...toScroll(given), filters });
      return answer(reply, page, toRelationship);
    },
  );
}

function toScroll({
  count,
  scrollId,
  includeSoftDelete,
  sliceId,
  sliceMax,
}: Omit<z.output<typeof lineageQuery>, 'direction'>) {
  if ((sliceId === undefined) !== (sliceMax === undefined))
    throw badRequest('sliceId and sliceMax belong together; expected both or neither');
  return {
    ...{ count, scrollId, includeSoftDeleted: includeSoftDelete },
    slice: sliceId === undefined ? null : { id: sliceId, max: sliceMax! },
  };
}

/** Seen from the other end (`INCOMING`), the filters of both ends change places. */
function listFilters(
  { relationshipTypes, sourceTypes, destinationTypes, direction }: z.output<typeof relationshipQuery>,
  body: z.output<typeof relationshipBody>,
): EdgeFilter[] {
  const filter = (name: FilterName) => {
    const given: Filter = (body[name]?.and ?? []).map(({ criteria }) => criteria.map(toRule));
    return toEdgeFilter(name, given);
  };
  const among = (field: EdgeRule['field'], values: readonly string[] | undefined): EdgeFilter =>
    values?.length ? [[{ field, values, negated: false }]] : [];
  const filters = [
    among('sourceType', sourceTypes?.map(entityTypeSpelling)),
    among('destinationType', destinationTypes?.map(entityTypeSpelling)),
    filter('sourceFilter'),
    filter('destinationFilter'),
  ];
  const ofEnds =
    direction === 'INCOMING' ? filters.map((all) => all.map((rules) => rules.map(swapped))) : filters;
  return [among('relationship', relationshipTypes), ...ofEnds, filter('edgeFilter')];
}

const others = {
  source: 'destination',
  destination: 'source',
  sourceType: 'destinationType',
  destinationType: 'sourceType',
  relationship: 'relationship',
} as const satisfies Record<EdgeRule['field'], EdgeRule['field']>;
const swapped = (rule: EdgeRule): EdgeRule => ({ ...rule, field: others[rule.field] });

interface Relationship {
  readonly relationship: string;
  readonly source: string;
  readonly destination: string;
}

const toEnd = (urn: string) => ({ urn, entityType: getEntityType(urn) });
const toRelationship = ({ relationship, source, destination }: Relationship) => ({
  relationshipType: relationship,
  ...{ source: toEnd(source), destination: toEnd(destination) },
});

function answer<Result>(
  reply: FastifyReply,
  { results, scrollId, isPartial }: ScrollPage<Result>,
  toWire: (result: Result) => object,
) {
  markPartial(reply, isPartial);
  return { ...(scrollId !== null && { scrollId }), results: results.map(toWire) };
}

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { getRecordName } from '../../ingest/record-name.js';
import { boundedArray } from '../../input/bounded-input.js';
import { valuesMax } from '../../json/values.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';
import type { Services } from '../../services.js';
import { eventFilter, validText } from '../../timeseries/filter.js';
import type { TimeseriesValues } from '../../timeseries/values.js';
import { parseInput, parseQuery } from '../parse-input.js';
import { lenientJsonBody } from '../plugins/encoding/json-body.js';
import { type ReserveMemory, withMemory } from '../plugins/limits/response-memory.js';
import { type ActionHandler, type ActionRequest, resolveAction } from './action.js';
import { JsonText, joinJsonMembers, sendJson, toJsonTexts } from './json-text.js';
import { refuseMergedSlashes, urnOfPath } from './urn-path.js';

/** `async` is accepted without effect: both modes write before the response. */
export const ingestProposalInput = z.looseObject({
  proposal: z.unknown().refine((given) => given !== undefined, 'is required'),
});

export const ingestProposalBatchInput = z.looseObject({
  proposals: boundedArray(z.unknown(), valuesMax, { min: 1 }),
});

export const aspectQuery = z.looseObject({ aspect: z.string(), version: z.coerce.number().default(0) });

export const aspectCountInput = z.looseObject({ aspect: z.string(), urnLike: validText.nullish() });

const maxEvents = 10_000;

export const timeseriesValuesInput = z
  .looseObject({
    urn: z.string(),
    entity: z.string(),
    aspect: z.string(),
    startTimeMillis: z.int().optional(),
    endTimeMillis: z.int().optional(),
    limit: z.int().min(1).max(maxEvents).default(maxEvents),
    filter: eventFilter,
    sort: z.null('is not supported: events are always sorted newest first').optional(),
  })
  .transform(({ filter: criteria, ...request }) => ({ ...request, criteria }));

export interface AspectsOptions {
  readonly services: Services;
  readonly bodyLimit: number;
}

interface AspectActionRequest extends ActionRequest {
  readonly reserve: ReserveMemory;
}

/** The size of an event is not known before it is read. Most are smaller, and ANSWER_MAX_BYTES bounds all together. */
const estimatedEventBytes = 1_024;

const actions: Readonly<Record<string, ActionHandler<AspectActionRequest>>> = {
  ingestProposal: async ({ services, actor, body }) =>
    (await services.ingest.proposals(actor, [parseInput(ingestProposalInput, body).proposal]))[0],

  ingestProposalBatch: async ({ services, actor, body }) => {
    await services.ingest.proposals(actor, parseInput(ingestProposalBatchInput, body).proposals);
    return 'success';
  },

  getTimeseriesAspectValues: async ({ services, actor, body, reserve }) => {
    const request = parseInput(timeseriesValuesInput, body);
    await reserve(estimatedEventBytes * request.limit);
    return runInTurns(withValues(await services.timeseries.values(request, actor)));
  },

  getCount: async ({ services, actor, body }) => {
    const { aspect, urnLike } = parseInput(aspectCountInput, body);
    return services.aspects.list.count(actor, aspect, urnLike ?? undefined);
  },
};

const written = {
  summary: 'Write, read and count aspects',
  actions: {
    ingestProposal: ingestProposalInput,
    ingestProposalBatch: ingestProposalBatchInput,
    getTimeseriesAspectValues: timeseriesValuesInput,
    getCount: aspectCountInput,
  },
};
const read = { summary: 'Read one aspect of an entity', query: aspectQuery };

/** Writes and reads aspects as DataHub's clients do (docs/wire-aspects.md, "Aspects"). */
export async function aspectsRoutes(scope: FastifyInstance, { services, bodyLimit }: AspectsOptions) {
  await scope.register(lenientJsonBody);

  scope.post(
    '/aspects',
    {
      bodyLimit,
      config: { reference: written, admission: { reads: ['getTimeseriesAspectValues', 'getCount'] } },
    },
    async ({ query, url, actor, body }, reply) => {
      const handle = resolveAction('aspects', actions, query, url);
      return withMemory(reply, async (reserve) => {
        const value = await handle({ services, actor, body, reserve });
        return value instanceof JsonText
          ? sendJson(reply, joinJsonMembers({ value: value.text }))
          : { value };
      });
    },
  );

  scope.get(
    '/aspects/*',
    { config: { reference: read }, preHandler: refuseMergedSlashes(services) },
    async (request, reply) => {
      const { aspect, version } = parseQuery(aspectQuery, request.query);
      const urn = urnOfPath(request);
      return withMemory(reply, async (reserve) => {
        const { name, text } = await services.aspects.aspect(request.actor, urn, aspect, version, reserve);
        const record = joinJsonMembers({ [getRecordName(name)]: text });
        return sendJson(reply, joinJsonMembers({ version: '0', aspect: record }));
      });
    },
  );
}

/** Yields after each event. No event is parsed, because one can have very many members. */
function* withValues({ events, ...values }: TimeseriesValues): Steps<JsonText> {
  const texts: string[] = [];
  for (const { event, systemMetadata } of events) {
    const aspect = JSON.stringify({ contentType: 'application/json', value: event });
    texts.push(joinJsonMembers({ aspect, ...(systemMetadata !== null && { systemMetadata }) }));
    yield;
  }
  return new JsonText(joinJsonMembers({ ...toJsonTexts(values), values: `[${texts.join(',')}]` }));
}

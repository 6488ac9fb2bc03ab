import type { FastifyInstance } from 'fastify';
import { getRecordName } from '../../ingest/record-name.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';
import type { Services } from '../../services.js';
import type { TimeseriesValues } from '../../timeseries/values.js';
import { parseInput } from '../parse-input.js';
import { lenientJsonBody } from '../plugins/json-body.js';
import { type ReserveMemory, withMemory } from '../plugins/response-memory.js';
import { type ActionHandler, type ActionRequest, resolveAction } from './action.js';
import {
  aspectCountInput,
  aspectQuery,
  ingestProposalBatchInput,
  ingestProposalInput,
  timeseriesValuesInput,
} from './aspects-input.js';
import { JsonText, joinJsonMembers, sendJson, toJsonTexts } from './json-text.js';
import { refuseMergedSlashes, urnOfPath } from './urn-path.js';

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
    { bodyLimit, config: { reference: written } },
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
      const { aspect, version } = parseInput(aspectQuery, request.query);
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

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest } from '../../../core/errors.js';
import { boundedArray } from '../../../input/bounded-input.js';
import { valuesMax } from '../../../json/values.js';
import { runInTurns, type Steps } from '../../../scheduling/steps.js';
import { parseQuery } from '../../parse-input.js';
import { withMemory } from '../../plugins/limits/response-memory.js';
import type { AspectsOptions } from '../aspects.js';
import { sendJson } from '../json-text.js';
import { refuseMergedSlashes } from '../urn-path.js';
import { aspectOfPath } from './entity-path.js';
import { aspectText } from './entity-text.js';
import { type EntityProposal, proposalOfAspect } from './proposals.js';
import { aspectWriteQuery, flag, parseWriteQuery, toChangeType, type WriteFlags } from './query.js';
import { writtenEntities } from './write-answer.js';

const aspectReadQuery = z.looseObject({
  version: z.coerce.number().default(0),
  systemMetadata: flag.default(false),
});

const operations = boundedArray(z.looseObject({}), valuesMax);
const path = '/openapi/v3/entity/:type/:urn/:aspect';
const references = {
  post: {
    ...{ path, summary: 'Write one aspect of an entity', query: aspectWriteQuery },
    body: z.looseObject({
      ...{ value: z.looseObject({}), systemMetadata: z.looseObject({}).nullish() },
      headers: z.record(z.string(), z.string()).nullish(),
    }),
  },
  patch: {
    ...{ path, summary: 'Patch one aspect of an entity', query: aspectWriteQuery },
    body: z.union([z.looseObject({ patch: operations }), operations]),
  },
};

/** Handles `GET /openapi/v3/entity/<type>/<urn>/<aspect>`. */
export async function readAspect(
  { aspects }: AspectsOptions['services'],
  { query, actor }: FastifyRequest,
  reply: FastifyReply,
  { urn, aspect }: { readonly urn: string; readonly aspect: string },
) {
  const { version, systemMetadata } = parseQuery(aspectReadQuery, query);
  return withMemory(reply, async (reserve) => {
    const document = await aspects.aspect(actor, urn, aspect, version, reserve);
    return sendJson(reply, aspectText(document, systemMetadata));
  });
}

type Target = ReturnType<typeof aspectOfPath>;
type ToProposal = (target: Target, body: unknown, flags: WriteFlags) => Steps<EntityProposal>;

/** Writes one aspect (docs/wire-aspects.md, "Entities over OpenAPI"). */
export function writeAspectRoutes(
  scope: FastifyInstance,
  url: string,
  { services, bodyLimit }: AspectsOptions,
) {
  const preHandler = refuseMergedSlashes(services, (request) => aspectOfPath(request).urn);
  const write = (toProposal: ToProposal) =>
    async function handle(request: FastifyRequest, reply: FastifyReply) {
      const flags = parseWriteQuery(request.query, aspectWriteQuery);
      const proposal = await runInTurns(toProposal(aspectOfPath(request), request.body, flags));
      const urns = await services.ingest.proposals(request.actor, [proposal]);
      // Both modes write before the response; only the status differs.
      reply.code(flags.async ? 202 : 200);
      return sendJson(reply, writtenEntities([proposal], urns, flags.systemMetadata)[0]!);
    };
  scope.post(
    url,
    { bodyLimit, config: { reference: references.post }, preHandler },
    write((target, body, flags) => proposalOfAspect('the body', target, body, toChangeType(flags))),
  );
  scope.patch(
    url,
    { bodyLimit, config: { reference: references.patch }, preHandler },
    write((target, body) => {
      if (body === undefined) throw badRequest('the body must be a JSON patch: {"patch": [{"op": …}…]}');
      return proposalOfAspect('the body', target, { value: body }, 'PATCH');
    }),
  );
}

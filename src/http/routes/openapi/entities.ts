import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { noAspect, noEntity } from '../../../core/no-entity.js';
import { boundedArray } from '../../../input/bounded-input.js';
import type { Json } from '../../../json/lossless-json.js';
import { parseInSteps } from '../../../json/lossless-json-parser.js';
import { valuesMax } from '../../../json/values.js';
import { runInTurns } from '../../../scheduling/steps.js';
import { absentEntityTypes, absentPath } from '../../absent.js';
import { readPath } from '../../path-family.js';
import { lenientJsonBody } from '../../plugins/encoding/json-body.js';
import { withMemory } from '../../plugins/limits/response-memory.js';
import type { AspectsOptions } from '../aspects.js';
import { sendJson } from '../json-text.js';
import { refuseMergedSlashes } from '../urn-path.js';
import { readAspect, writeAspectRoutes } from './aspect.js';
import { batchV2Route } from './batch-v2.js';
import { findTarget } from './entity-path.js';
import { askedEntities, entityText } from './entity-text.js';
import { listEntitiesRoute } from './list-entities.js';
import { proposalsOfEntities } from './proposals.js';
import {
  deleteQuery,
  parseDeleteQuery,
  parseReadQuery,
  parseWriteQuery,
  readQuery,
  toChangeType,
  type WriteFlags,
  writeQuery,
} from './query.js';
import { scrollEntitiesRoute } from './scroll-entities.js';
import { writtenEntities } from './write-answer.js';

type Path = { Params: { type: string } };

const entitiesPath = '/openapi/v3/entity/:type';
const entityPath = `${entitiesPath}/*`;

const aspectsSchema = (given: z.ZodType) =>
  boundedArray(z.object({ urn: z.string() }).catchall(given), valuesMax, { min: 1 });
const proposed = z.looseObject({
  ...{ value: z.looseObject({}), systemMetadata: z.looseObject({}).nullish() },
  headers: z.record(z.string(), z.string()).nullish(),
});
const references = {
  post: { summary: 'Write aspects of entities', query: writeQuery, body: aspectsSchema(proposed) },
  patch: { summary: 'Patch aspects of entities', query: writeQuery, body: aspectsSchema(proposed) },
  get: { summary: 'Read an entity, or one of its aspects', query: readQuery },
  batchGet: { summary: 'Read entities', query: readQuery, body: aspectsSchema(z.looseObject({})) },
  delete: {
    summary: 'Delete an entity, or some of its aspects',
    query: deleteQuery,
  },
};

/** Reads and writes entities as DataHub's SDK does (docs/wire-aspects.md, "Entities over OpenAPI"). */
export async function openapiEntitiesRoutes(scope: FastifyInstance, options: AspectsOptions) {
  const { services, bodyLimit } = options;
  await scope.register(lenientJsonBody, { lossless: true });
  scope.addHook<Path>('onRequest', async (request) => {
    if (absentEntityTypes.includes(request.params.type)) throw absentPath(readPath(request));
  });

  const target = (request: FastifyRequest) => findTarget(services, request.actor, request);
  const preHandler = refuseMergedSlashes(services, async (request) => (await target(request)).urn);

  const write = (chooseChangeType: (flags: WriteFlags) => string) =>
    async function handle({ params, query, body, actor }: FastifyRequest<Path>, reply: FastifyReply) {
      const flags = parseWriteQuery(query);
      const proposals = await runInTurns(proposalsOfEntities(body, params.type, chooseChangeType(flags)));
      const urns = await services.ingest.proposals(actor, proposals);
      // Both modes write before the response; only the status differs.
      reply.code(flags.async ? 202 : 200);
      return sendJson(reply, `[${writtenEntities(proposals, urns, flags.systemMetadata).join(',')}]`);
    };
  scope.post<Path>(entitiesPath, { bodyLimit, config: { reference: references.post } }, write(toChangeType));
  scope.patch<Path>(
    entitiesPath,
    { bodyLimit, config: { reference: references.patch } },
    write(() => 'PATCH'),
  );

  writeAspectRoutes(scope, entityPath, options);
  batchV2Route(scope, options);
  listEntitiesRoute(scope, entitiesPath, options);
  scrollEntitiesRoute(scope, '/openapi/v3/entity/scroll', options);

  scope.get<Path>(
    entityPath,
    { exposeHeadRoute: false, config: { reference: references.get }, preHandler },
    async (request, reply) => {
      const { urn, type, aspect } = await target(request);
      if (aspect !== null) return readAspect(services, request, reply, { urn, aspect });
      const { names, systemMetadata } = parseReadQuery(request.query);
      return withMemory(reply, async (reserve) => {
        const [entity] = await services.aspects.entities(request.actor, [{ urn, type, names }], reserve);
        if (entity) return sendJson(reply, entityText(entity, systemMetadata));
        throw noEntity(urn);
      });
    },
  );

  /** A soft-deleted entity counts as absent with all of its aspects, as DataHub does it. */
  scope.head<Path>(entityPath, { preHandler }, async (request, reply) => {
    const { urn, type, aspect } = await target(request);
    const names = aspect === null ? ['status'] : ['status', aspect];
    return withMemory(reply, async (reserve) => {
      const [entity] = await services.aspects.entities(request.actor, [{ urn, type, names }], reserve);
      const find = (name: string) => entity?.aspects.find((one) => one.name === name);
      const { removed } = (await runInTurns(parseInSteps(find('status')?.text ?? '{}'))) as Json;
      if (!entity || removed === true) throw noEntity(urn);
      if (aspect !== null && !find(aspect)) throw noAspect(urn, aspect);
      return reply.code(204).send();
    });
  });

  scope.post<Path>(
    `${entitiesPath}/batchGet`,
    { bodyLimit, config: { reference: references.batchGet, admission: 'read' } },
    async (request, reply) => {
      const { systemMetadata } = parseReadQuery(request.query);
      const asked = askedEntities(request.body, request.params.type);
      return withMemory(reply, async (reserve) => {
        const entities = await services.aspects.entities(request.actor, asked, reserve);
        return sendJson(reply, `[${entities.map((entity) => entityText(entity, systemMetadata)).join(',')}]`);
      });
    },
  );

  const deleting = { bodyLimit, config: { reference: references.delete }, preHandler };
  scope.delete<Path>(entityPath, deleting, async (request) => {
    const { urn, aspect } = await target(request);
    const names = parseDeleteQuery(request.query, aspect);
    if (names === null) {
      const { rows, timeseriesRows } = await services.ingest.deleteEntity(request.actor, urn);
      return { urn, rows, timeseriesRows };
    }
    const deletions = names.map((aspectName) => ({ entityUrn: urn, changeType: 'DELETE', aspectName }));
    await services.ingest.proposals(request.actor, deletions);
    return { urn, aspects: names };
  });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { noEntity } from '../../../core/no-entity.js';
import { parseUrnAtPath } from '../../../core/urn.js';
import { boundedArray } from '../../../input/bounded-input.js';
import type { Json } from '../../../json/lossless-json.js';
import { parseInSteps } from '../../../json/lossless-json-parser.js';
import { valuesMax } from '../../../json/values.js';
import { runInTurns } from '../../../scheduling/steps.js';
import { absentEntityTypes, absentPath } from '../../absent.js';
import { readPath } from '../../path-family.js';
import { lenientJsonBody } from '../../plugins/json-body.js';
import { withMemory } from '../../plugins/response-memory.js';
import type { AspectsOptions } from '../aspects.js';
import { sendJson } from '../json-text.js';
import { refuseMergedSlashes } from '../urn-path.js';
import { entityUrnOfPath, throwIfAspect } from './entity-path.js';
import { askedEntities, entityText } from './entity-text.js';
import { listEntitiesRoute } from './list-entities.js';
import { proposalsOfEntities } from './proposals.js';
import {
  deleteQuery,
  parseDeleteQuery,
  parseReadQuery,
  parseWriteQuery,
  readQuery,
  type WriteFlags,
  writeQuery,
} from './query.js';
import { writeAnswerText } from './write-answer.js';

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
  get: { summary: 'Read an entity', query: readQuery },
  batchGet: { summary: 'Read entities', query: readQuery, body: aspectsSchema(z.looseObject({})) },
  delete: { summary: 'Delete an entity, or some of its aspects', query: deleteQuery },
};

/** Reads and writes entities as DataHub's SDK does (docs/wire-aspects.md, "Entities over OpenAPI"). */
export async function openapiEntitiesRoutes(scope: FastifyInstance, options: AspectsOptions) {
  const { services, bodyLimit } = options;
  await scope.register(lenientJsonBody, { lossless: true });
  scope.addHook<Path>('onRequest', async (request) => {
    if (absentEntityTypes.includes(request.params.type)) throw absentPath(readPath(request));
  });

  const preHandler = refuseMergedSlashes(services, entityUrnOfPath);

  const write = (chooseChangeType: (flags: WriteFlags) => string) =>
    async function handle({ params, query, body, actor }: FastifyRequest<Path>, reply: FastifyReply) {
      const flags = parseWriteQuery(query);
      const proposals = await runInTurns(proposalsOfEntities(body, params.type, chooseChangeType(flags)));
      const urns = await services.ingest.proposals(actor, proposals);
      // Both modes write before the response; only the status differs.
      reply.code(flags.async ? 202 : 200);
      return sendJson(reply, writeAnswerText(proposals, urns, flags.systemMetadata));
    };
  scope.post<Path>(
    entitiesPath,
    { bodyLimit, config: { reference: references.post } },
    write(changeTypeOfPost),
  );
  scope.patch<Path>(
    entitiesPath,
    { bodyLimit, config: { reference: references.patch } },
    write(() => 'PATCH'),
  );

  listEntitiesRoute(scope, entitiesPath, options);

  scope.get<Path>(
    entityPath,
    { exposeHeadRoute: false, config: { reference: references.get }, preHandler },
    async (request, reply) => {
      const { names, systemMetadata } = parseReadQuery(request.query);
      const asked = { urn: entityUrnOfPath(request), type: request.params.type, names };
      return withMemory(reply, async (reserve) => {
        const [entity] = await services.aspects.entities(request.actor, [asked], reserve);
        if (entity) return sendJson(reply, entityText(entity, systemMetadata));
        throwIfAspect(request);
        throw noEntity(asked.urn);
      });
    },
  );

  /** A soft-deleted entity counts as absent, as DataHub does it. */
  scope.head<Path>(entityPath, { preHandler }, async (request, reply) => {
    const asked = { urn: entityUrnOfPath(request), type: request.params.type, names: ['status'] };
    return withMemory(reply, async (reserve) => {
      const [entity] = await services.aspects.entities(request.actor, [asked], reserve);
      if (!entity) throwIfAspect(request);
      const text = entity?.aspects[0]?.text ?? '{}';
      const { removed } = (await runInTurns(parseInSteps(text))) as Json;
      if (entity && removed !== true) return reply.code(204).send();
      throw noEntity(asked.urn);
    });
  });

  scope.post<Path>(
    `${entitiesPath}/batchGet`,
    { bodyLimit, config: { reference: references.batchGet } },
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
    const { params, query, actor } = request;
    const { urn } = parseUrnAtPath(entityUrnOfPath(request), params.type);
    const names = parseDeleteQuery(query);
    if (names === null) {
      const { rows, timeseriesRows } = await services.ingest.deleteEntity(actor, urn);
      if (rows + timeseriesRows === 0) throwIfAspect(request);
      return { urn, rows, timeseriesRows };
    }
    const deletions = names.map((aspectName) => ({ entityUrn: urn, changeType: 'DELETE', aspectName }));
    await services.ingest.proposals(actor, deletions);
    return { urn, aspects: names };
  });
}

const changeTypeOfPost = ({ createIfEntityNotExists, createIfNotExists }: WriteFlags) =>
  createIfEntityNotExists ? 'CREATE_ENTITY' : createIfNotExists ? 'CREATE' : 'UPSERT';

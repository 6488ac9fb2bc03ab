import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { EntityDocument } from '../../aspects/read.js';
import { badRequest } from '../../core/errors.js';
import { noEntity } from '../../core/no-entity.js';
import { parseUrn, quoted } from '../../core/urn.js';
import { getRecordName } from '../../ingest/record-name.js';
import { findSnapshotName } from '../../ingest/snapshot.js';
import type { Services } from '../../services.js';
import { parseQuery } from '../parse-input.js';
import { withMemory } from '../plugins/limits/response-memory.js';
import { joinJsonMembers, sendJson, toJsonTexts } from './json-text.js';
import { listItems, listUrns } from './restli-list.js';
import { refuseMergedSlashes, urnOfPath } from './urn-path.js';

export const entityQuery = z.looseObject({ aspects: z.string().optional() });
export const batchQuery = z.looseObject({ ids: z.string(), aspects: z.string().optional() });

const references = {
  one: { summary: 'Read the aspects of an entity', query: entityQuery },
  several: { summary: 'Read the aspects of several entities', query: batchQuery },
  snapshot: { summary: 'Read the aspects of an entity as a snapshot', query: entityQuery },
};

/** Reads all aspects of entities (docs/wire-aspects.md, "Aspects"). */
export async function entityReadRoutes(scope: FastifyInstance, { services }: { services: Services }) {
  const preHandler = refuseMergedSlashes(services);

  scope.get(
    '/entitiesV2/*',
    { config: { reference: references.one }, preHandler },
    async (request, reply) => {
      const asked = urnOfPath(request);
      const names = aspectNames(parseQuery(entityQuery, request.query).aspects);
      return withMemory(reply, async (reserve) =>
        sendJson(reply, entityText(await services.aspects.entity(request.actor, asked, names, reserve))),
      );
    },
  );

  // An id that does not exist is left out.
  scope.get('/entitiesV2', { config: { reference: references.several } }, async (request, reply) => {
    const { ids, aspects } = parseQuery(batchQuery, request.query);
    const names = aspectNames(aspects);
    const asked = listUrns(request.url, 'ids', ids).map((urn) => ({
      urn,
      type: parseUrn(urn, 'ids').type,
      names,
    }));
    return withMemory(reply, async (reserve) => {
      const found = await services.aspects.entities(request.actor, asked, reserve);
      const results = Object.fromEntries(found.map((entity) => [entity.urn, entityText(entity)]));
      return sendJson(
        reply,
        joinJsonMembers({ results: joinJsonMembers(results), statuses: '{}', errors: '{}' }),
      );
    });
  });

  scope.get(
    '/entities/*',
    { config: { reference: references.snapshot }, preHandler },
    async (request, reply) => {
      const { urn, type } = parseUrn(urnOfPath(request));
      const names = aspectNames(parseQuery(entityQuery, request.query).aspects);
      const snapshot = findSnapshotName(type);
      if (snapshot === undefined) {
        throw badRequest(
          `${quoted(urn)} cannot be read as a snapshot, because its type has none: GET /entitiesV2/<urn> has its aspects`,
        );
      }
      return withMemory(reply, async (reserve) => {
        const [entity] = await services.aspects.entities(request.actor, [{ urn, type, names }], reserve);
        if (!entity) throw noEntity(urn);
        const aspects = entity.aspects.map(({ name, text }) =>
          joinJsonMembers({ [getRecordName(name)]: text }),
        );
        const value = joinJsonMembers({ ...toJsonTexts({ urn }), aspects: `[${aspects.join(',')}]` });
        return sendJson(reply, joinJsonMembers({ value: joinJsonMembers({ [snapshot]: value }) }));
      });
    },
  );
}

function entityText({ urn, entityName, aspects }: EntityDocument): string {
  const documents = aspects.map(({ name, text, written, systemMetadata }) => [
    name,
    joinJsonMembers({
      ...toJsonTexts({ name, type: 'VERSIONED', version: 0, created: written }),
      value: text,
      ...(systemMetadata === null ? {} : { systemMetadata }),
    }),
  ]);
  return joinJsonMembers({
    ...toJsonTexts({ urn, entityName }),
    aspects: joinJsonMembers(Object.fromEntries(documents)),
  });
}

/** Returns the names of `?aspects=List(a,b)`; null for all aspects. */
const aspectNames = (aspects: string | undefined): string[] | null =>
  aspects === undefined ? null : listItems('aspects', aspects);

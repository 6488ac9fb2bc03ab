import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { boundedArray } from '../../input/bounded-input.js';
import { valuesMax } from '../../json/values.js';
import { parseInput } from '../parse-input.js';
import { lenientJsonBody } from '../plugins/encoding/json-body.js';
import { type ActionHandler, resolveAction } from './action.js';
import type { AspectsOptions } from './aspects.js';
import { deleteInput, deleteReferencesInput, deletions } from './deletions.js';
import { searchEntities, searchInput } from './entity-search.js';

const entity = z.object({ value: z.unknown().optional() });

export const ingestInput = z.object({ entity, systemMetadata: z.unknown().optional() });

export const batchIngestInput = z
  .object({
    entities: boundedArray(entity, valuesMax, { min: 1 }),
    systemMetadata: boundedArray(z.unknown(), valuesMax).nullish(),
  })
  .refine(({ entities, systemMetadata }) => (systemMetadata ?? entities).length === entities.length, {
    path: ['systemMetadata'],
    error: 'must have one entry for each of the entities',
  });

export const listUrnsInput = z.looseObject({
  entity: z.string(),
  start: z.int().optional(),
  count: z.int().optional(),
});

const actions: Readonly<Record<string, ActionHandler>> = {
  ...deletions,

  ingest: async ({ services, actor, body }) => {
    const { entity, systemMetadata } = parseInput(ingestInput, body);
    return (await services.ingest.snapshots(actor, [{ value: entity.value, systemMetadata }]))[0];
  },

  batchIngest: async ({ services, actor, body }) => {
    const { entities, systemMetadata } = parseInput(batchIngestInput, body);
    const snapshots = entities.map(({ value }, index) => ({
      value,
      systemMetadata: systemMetadata?.[index],
    }));
    await services.ingest.snapshots(actor, snapshots);
    return 'success';
  },

  listUrns: async ({ services, actor, body }) => {
    const { entity, start, count } = parseInput(listUrnsInput, body);
    const { urns: entities, ...page } = await services.aspects.list.urns(actor, entity, { start, count });
    return { entities, ...page };
  },

  search: searchEntities,
};

const written = {
  summary: 'Delete, write, list and find entities',
  actions: {
    delete: deleteInput,
    deleteReferences: deleteReferencesInput,
    ingest: ingestInput,
    batchIngest: batchIngestInput,
    listUrns: listUrnsInput,
    search: searchInput,
  },
};

/** Deletes and finds entities, and writes their snapshots (docs/wire-aspects.md, "Aspects"). */
export async function entitiesRoutes(scope: FastifyInstance, { services, bodyLimit }: AspectsOptions) {
  await scope.register(lenientJsonBody, { lossless: true });

  scope.post(
    '/entities',
    { bodyLimit, config: { reference: written, admission: { reads: ['listUrns', 'search'] } } },
    async ({ query, url, actor, body }) => {
      const handle = resolveAction('entities', actions, query, url);
      return { value: await handle({ services, actor, body }) };
    },
  );
}

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { EntityDocument } from '../../../aspects/read.js';
import { boundedArray } from '../../../input/bounded-input.js';
import { parseInput } from '../../parse-input.js';
import { withMemory } from '../../plugins/limits/response-memory.js';
import type { AspectsOptions } from '../aspects.js';
import { joinJsonMembers, sendJson } from '../json-text.js';
import { aspectTexts } from './entity-text.js';
import { parametersMax, spellNames } from './query.js';

/** Strict, because an aspect list that is not read would return everything. */
const batchBody = z.strictObject({
  urns: boundedArray(z.string(), parametersMax),
  aspectNames: boundedArray(z.string(), parametersMax).nullish(),
  withSystemMetadata: z.boolean().nullish(),
});

const reference = { summary: 'Read entities in the form of OpenAPI v2', body: batchBody };

/** Reads entities as `get_entities_v2` of DataHub's client does (docs/wire-aspects.md, "Entities over OpenAPI"). */
export function batchV2Route(scope: FastifyInstance, { services, bodyLimit }: AspectsOptions) {
  const config = { reference, admission: 'read' } as const;
  scope.post<{ Params: { type: string } }>(
    '/openapi/v2/entity/batch/:type',
    { bodyLimit, config },
    async ({ params, body, actor }, reply) => {
      const { urns, aspectNames, withSystemMetadata } = parseInput(batchBody, body);
      const names = aspectNames?.length ? spellNames(aspectNames) : null;
      const asked = urns.map((urn) => ({ urn, type: params.type, names }));
      return withMemory(reply, async (reserve) => {
        const entities = await services.aspects.entities(actor, asked, reserve);
        const texts = entities.map((entity) => entityTextV2(entity, withSystemMetadata ?? false));
        return sendJson(reply, joinJsonMembers({ entities: `[${texts.join(',')}]` }));
      });
    },
  );
}

/** Returns the JSON text of `{urn, aspects: {<aspect>: {value, systemMetadata?}…}}`. */
export const entityTextV2 = ({ urn, aspects }: EntityDocument, withSystemMetadata: boolean): string =>
  joinJsonMembers({
    urn: JSON.stringify(urn),
    aspects: joinJsonMembers(aspectTexts(aspects, withSystemMetadata)),
  });

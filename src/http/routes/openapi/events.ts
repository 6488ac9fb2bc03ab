import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { topic } from '../../../history/events/offset.js';
import type { Services } from '../../../services.js';
import { parseQuery } from '../../parse-input.js';
import { joinJsonMembers, sendJson } from '../json-text.js';

const maxLimit = 5_000;
const maxSeconds = 10;

const pollQuery = z.looseObject({
  topic: z.string(),
  offsetId: z.string().optional(),
  limit: z.coerce.number().int().min(1).default(100),
  pollTimeoutSeconds: z.coerce.number().int().min(0).default(maxSeconds),
  lookbackWindowDays: z.coerce.number().int().min(0).optional(),
});

const reference = { summary: 'Poll events about changes of metadata', query: pollQuery };

/** `GET /openapi/v1/events/poll` (docs/wire-contract.md, "Events API"). */
export async function eventsRoutes(scope: FastifyInstance, { services }: { services: Services }) {
  scope.get(
    '/openapi/v1/events/poll',
    { config: { reference, admission: 'free' } },
    async (request, reply) => {
      const input = parseQuery(pollQuery, request.query);
      // DataHub's answer for a topic that it does not know.
      if (input.topic !== topic) return reply.code(403).send();
      const query = {
        offsetId: input.offsetId,
        limit: Math.min(input.limit, maxLimit),
        timeoutSeconds: Math.min(input.pollTimeoutSeconds, maxSeconds),
        lookbackDays: input.lookbackWindowDays,
      };
      const { offsetId, events, jump } = await services.history.poll(request.actor, query, scope.stopping);
      if (jump)
        request.log.warn(
          { actor: request.actor.urn, offset: input.offsetId, why: jump },
          'events continue at the oldest change, because the log does not have the offset of a client',
        );
      const texts = events.map(
        (value) => `{"contentType":"application/json","value":${JSON.stringify(value)}}`,
      );
      return sendJson(
        reply,
        joinJsonMembers({
          offsetId: JSON.stringify(offsetId),
          count: String(events.length),
          events: `[${texts.join(',')}]`,
        }),
      );
    },
  );
}

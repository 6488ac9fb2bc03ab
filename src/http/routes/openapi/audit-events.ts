import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { RecordedEvent } from '../../../audit/event.js';
import { boundedArray } from '../../../input/bounded-input.js';
import type { Services } from '../../../services.js';
import { parseInput, parseQuery } from '../../parse-input.js';
import { lenientJsonBody } from '../../plugins/encoding/json-body.js';

/** -1: the default. */
const time = z.coerce.number().int().min(-1).default(-1);
const searchQuery = z.looseObject({
  startTime: time,
  endTime: time,
  size: z.coerce.number().optional(),
  scrollId: z.string().optional(),
  includeRaw: z.enum(['true', 'false']).default('true'),
});

/** The longest list of what is searched for. */
const namesMax = 1_000;
const names = boundedArray(z.string(), namesMax).nullish();
const searchBody = z
  .looseObject({ eventTypes: names, entityTypes: names, aspectTypes: names, actorUrns: names })
  .nullish();

const reference = { summary: 'Search audit events', query: searchQuery, body: searchBody };

/** `POST /openapi/v1/events/audit/search` (docs/wire-contract.md, "Audit"). */
export async function auditEventsRoutes(scope: FastifyInstance, { services }: { services: Services }) {
  await scope.register(lenientJsonBody);
  scope.post(
    '/openapi/v1/events/audit/search',
    { config: { reference, admission: 'read' } },
    async ({ query, body, actor }) => {
      const { startTime, endTime, size, scrollId: after, includeRaw } = parseQuery(searchQuery, query);
      const { eventTypes, entityTypes, aspectTypes, actorUrns } = parseInput(searchBody, body) ?? {};
      const criteria = {
        from: startTime === -1 ? null : startTime,
        to: endTime === -1 ? null : endTime,
        ...{ types: eventTypes, subjectTypes: entityTypes, aspects: aspectTypes, actorUrns },
      };
      const { total, events, scrollId } = await services.audit.scroll(actor, criteria, size, after);
      return {
        nextScrollId: scrollId,
        count: events.length,
        total,
        usageEvents: events.map((event) => usageEvent(event, includeRaw === 'true')),
      };
    },
  );
}

/** An event in DataHub's form. */
function usageEvent(event: RecordedEvent, includeRaw: boolean) {
  const { type, time: timestamp, actorUrn, address, transport, userAgent, requestId } = event;
  return {
    eventType: type,
    timestamp,
    actorUrn,
    sourceIP: address,
    eventSource: transport,
    userAgent,
    telemetryTraceId: requestId,
    entityUrn: event.subject,
    entityType: event.subjectType,
    aspectName: event.aspect,
    ...(includeRaw && { rawUsageEvent: { ...event, detail: event.detail && JSON.parse(event.detail) } }),
  };
}

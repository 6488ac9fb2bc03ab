import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { usageAggregation } from '../../ingest/usage-aggregation.js';
import { boundedArray } from '../../input/bounded-input.js';
import type { Services } from '../../services.js';
import { parseInput } from '../parse-input.js';
import { lenientJsonBody } from '../plugins/encoding/json-body.js';
import { type ActionHandler, resolveAction } from './action.js';

/** Clients send one at a time. */
const maxBuckets = 1_000;

const usageInput = z.looseObject({
  buckets: boundedArray(usageAggregation, maxBuckets, { min: 1 }),
});

const actions: Readonly<Record<string, ActionHandler>> = {
  batchIngest: async ({ services, actor, body }) => {
    await services.ingest.proposals(actor, parseInput(usageInput, body).buckets);
    return 'success';
  },
};

const reference = { summary: 'Write usage statistics', actions: { batchIngest: usageInput } };

/** `POST /usageStats?action=batchIngest` (docs/wire-aspects.md, "Time-series events"). */
export async function usageStatsRoutes(
  scope: FastifyInstance,
  { services, bodyLimit }: { services: Services; bodyLimit: number },
) {
  await scope.register(lenientJsonBody);
  scope.post('/usageStats', { bodyLimit, config: { reference } }, async ({ query, url, actor, body }) => {
    const handle = resolveAction('usageStats', actions, query, url);
    return { value: await handle({ services, actor, body }) };
  });
}

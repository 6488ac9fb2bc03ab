import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.js';
import { MemoryBudget } from './core/memory-budget.js';
import { sendError as sendGraphqlError } from './graphql/http-errors.js';
import { graphqlDoor } from './graphql/plugin.js';
import { requireCaller } from './http/plugins/authentication.js';
import { limitBodies, limitSending } from './http/plugins/memory.js';
import { watchMethods } from './http/plugins/method-not-allowed.js';
import { prefixes } from './http/prefixes.js';
import { aspectsDoor } from './http/routes/aspects.js';
import { configurationDoor } from './http/routes/config.js';
import { healthDoor } from './http/routes/health.js';
import { measureRequests, metricsDoor } from './http/routes/metrics.js';
import { operationsDoor } from './http/routes/operations.js';
import { createServer } from './http/server.js';
import type { Services } from './services.js';

export interface AppOptions {
  readonly services: Services;
  readonly config: Config;
  /** Resolves when the database answers. */
  readonly ready: () => Promise<void>;
  /** Aborted when others are to take over: readiness turns red, and connections end with their next answer. */
  readonly draining?: AbortSignal;
  /** Without one, nothing is logged. */
  readonly logger?: FastifyBaseLogger;
  /** Above this mean event-loop delay in ms, answering "busy" at once helps more than queueing; 0: never. */
  readonly maxEventLoopDelay?: number;
}

export async function buildApp({
  services,
  config,
  ready,
  draining = new AbortController().signal,
  logger,
  maxEventLoopDelay = 2_000,
}: AppOptions): Promise<FastifyInstance> {
  const app = createServer(config, draining, sendGraphqlError, logger);
  const refuseOtherMethods = watchMethods(app);
  const registry = measureRequests(app);
  const heapLimit = getHeapStatistics().heap_size_limit;
  const memory = new MemoryBudget(config.MEMORY_BUDGET_BYTES ?? heapLimit / 2);
  const unsent = new MemoryBudget(memory.total / 2);
  const { ANSWER_MAX_BYTES: maxBytes, ANSWER_SEND_TIMEOUT_MS: timeoutMs } = config;
  limitSending(app, { maxBytes, timeoutMs, unsent });

  // For everyone.
  await app.register(healthDoor, { ready, draining });
  for (const prefix of prefixes) await app.register(configurationDoor, { prefix });

  // For known, active users.
  await app.register(async (door) => {
    // A sample without a single measurement counts as endless delay, so it must outlast one long query.
    await door.register(underPressure, {
      maxEventLoopDelay,
      maxHeapUsedBytes: maxEventLoopDelay > 0 ? 0.9 * heapLimit : 0,
      sampleInterval: 5_000,
      retryAfter: 5,
    });
    await requireCaller(door, {
      authenticate: services.authenticate,
      trustedActorProxies: config.TRUSTED_ACTOR_PROXIES,
      failuresPerMinute: config.FAILED_AUTHENTICATIONS_PER_MINUTE,
    });
    limitBodies(door, memory);
    await door.register(graphqlDoor, { services, config, memory, unsent });
    for (const prefix of prefixes) {
      await door.register(operationsDoor, { prefix, services });
      await door.register(aspectsDoor, {
        prefix,
        services,
        bodyLimit: config.ASPECT_BODY_LIMIT_BYTES,
        memory,
      });
    }
    await door.register(metricsDoor, { registry });
  });

  refuseOtherMethods();
  return app;
}

import { getHeapStatistics } from 'node:v8';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.js';
import { MemoryBudget } from './core/memory-budget.js';
import type { Tracing } from './core/tracing.js';
import { sendError as sendGraphqlError } from './graphql/http-errors.js';
import { graphqlPlugin } from './graphql/plugin.js';
import { rootFields } from './graphql/root-fields.js';
import { apiReference } from './http/api-reference.js';
import { basePath } from './http/base-path.js';
import { measureEventLoopDelay } from './http/event-loop-delay.js';
import { createMetrics, type Metrics } from './http/metrics.js';
import { restPrefixes } from './http/path-family.js';
import { compression } from './http/plugins/encoding/compression.js';
import { keepEditedTags } from './http/plugins/encoding/keep-edited-tags.js';
import { warningHeader } from './http/plugins/encoding/warning-header.js';
import { methodNotAllowed } from './http/plugins/errors/method-not-allowed.js';
import { refusals } from './http/plugins/errors/refusals.js';
import { authentication } from './http/plugins/identity/authentication.js';
import { authenticator as createAuthenticator } from './http/plugins/identity/authenticator.js';
import { sessionCookie } from './http/plugins/identity/session-cookie.js';
import { admission } from './http/plugins/limits/admission.js';
import { requestMemory } from './http/plugins/limits/request-memory.js';
import { responseMemory } from './http/plugins/limits/response-memory.js';
import { auditStreamMetrics } from './http/plugins/monitoring/audit-stream-metrics.js';
import { authenticationCounts } from './http/plugins/monitoring/authentication-metrics.js';
import { catalogMetrics } from './http/plugins/monitoring/catalog-metrics.js';
import { databaseMetrics } from './http/plugins/monitoring/database-metrics.js';
import { requestMetrics } from './http/plugins/monitoring/request-metrics.js';
import { readiness } from './http/readiness.js';
import { aspectsRoutes } from './http/routes/aspects.js';
import { configRoutes } from './http/routes/config.js';
import { consoleFolder, consoleRoutes } from './http/routes/console.js';
import { consoleSessionRoutes, signInRoute } from './http/routes/console-session.js';
import { entitiesRoutes } from './http/routes/entities.js';
import { entityReadRoutes } from './http/routes/entity-reads.js';
import { healthRoutes } from './http/routes/health.js';
import { metricsRoutes } from './http/routes/metrics.js';
import { auditEventsRoutes } from './http/routes/openapi/audit-events.js';
import { openapiEntitiesRoutes } from './http/routes/openapi/entities.js';
import { eventsRoutes } from './http/routes/openapi/events.js';
import { executionRequestsRoutes } from './http/routes/openapi/execution-requests.js';
import { modelRegistryRoutes } from './http/routes/openapi/model-registry.js';
import { openlineageRoutes } from './http/routes/openapi/openlineage.js';
import { edgeScrollRoutes } from './http/routes/openapi/scroll-edges.js';
import { operationsRoutes } from './http/routes/operations.js';
import { pagesRoutes } from './http/routes/pages.js';
import { relationshipsRoutes } from './http/routes/relationships.js';
import { usageStatsRoutes } from './http/routes/usage-stats.js';
import { createServer } from './http/server.js';
import { version } from './http/version.js';
import type { Services } from './services.js';

export interface AppOptions {
  readonly services: Services;
  readonly config: Config;
  /** Resolves when the database responds. */
  readonly ready: () => Promise<void>;
  /** Aborted when other instances take over: readiness fails, and connections close after their next response. */
  readonly draining?: AbortSignal;
  /** Without a logger nothing is logged. */
  readonly logger?: FastifyBaseLogger;
  /** The files of the console; by default those that were built with the service. */
  readonly consoleFiles?: URL | undefined;
  /** The registry to which the application adds its metrics. */
  readonly metrics?: Metrics | undefined;
  /** Without it there are no traces. */
  readonly tracing?: Tracing | undefined;
}

export async function buildApp({
  services,
  config,
  ready,
  draining = new AbortController().signal,
  logger,
  consoleFiles,
  metrics = createMetrics('unknown'),
  tracing,
}: AppOptions): Promise<FastifyInstance> {
  const registry = metrics.open;
  const memory = new MemoryBudget(config.MEMORY_BUDGET_BYTES ?? getHeapStatistics().heap_size_limit / 2);
  const unsent = new MemoryBudget(memory.total / 2);

  const app = createServer(config, draining, sendGraphqlError, logger, tracing);
  await app.register(methodNotAllowed);
  const base = basePath(config.PUBLIC_URL);
  await app.register(apiReference, { base });
  await app.register(requestMetrics, { registry, graphqlFields: rootFields });
  await app.register(catalogMetrics, { registry, measured: services.measured });
  await app.register(auditStreamMetrics, { registry, read: services.measured.auditStream });
  await app.register(databaseMetrics, { metrics, figures: services.measured.figures });
  await app.register(refusals, { registry });
  await app.register(responseMemory, {
    maxBytes: config.ANSWER_MAX_BYTES,
    timeoutMs: config.ANSWER_SEND_TIMEOUT_MS,
    unsent,
  });
  await app.register(compression);

  // Routes without authentication.
  const state = readiness({ ready, draining });
  const { PUBLIC_URL: publicUrl, GRAPHIQL: graphiql } = config;
  const folder = config.CONSOLE ? consoleFolder(consoleFiles) : null;
  if (config.CONSOLE && !folder) app.log.warn('the console is off: this build does not contain its files');
  const cookie = folder && sessionCookie(config.HOST, publicUrl);
  await app.register(pagesRoutes, { state, graphiql, base, publicUrl, hasConsole: folder !== null });
  if (folder) await app.register(consoleRoutes, { folder, base });
  for (const prefix of restPrefixes) {
    await app.register(configRoutes, { prefix });
    await app.register(healthRoutes, { prefix, state });
  }

  const authenticator = await createAuthenticator(app, {
    authenticate: services.authenticate,
    trustedActorProxies: config.TRUSTED_ACTOR_PROXIES,
    failuresPerMinute: config.FAILED_AUTHENTICATIONS_PER_MINUTE,
    onRefused: services.audit.refused,
    counts: authenticationCounts(registry),
    cookie,
  });
  app.checkCaller = authenticator.unrouted;
  // Without authentication: its body has the token.
  if (cookie) await app.register(signInRoute, { services, cookie, authenticator });

  // Routes for known, active users.
  await app.register(async (scope) => {
    await scope.register(authentication, { authenticator });
    await scope.register(admission, { config, registry });
    await scope.register(keepEditedTags);
    if (cookie) await scope.register(consoleSessionRoutes, { services, cookie });
    await scope.register(requestMemory, { memory });
    const process = {
      version,
      status: () => state(app.log),
      eventLoopDelay: measureEventLoopDelay(scope, registry),
    };
    await scope.register(warningHeader);
    await scope.register(graphqlPlugin, { services, config, unsent, process });
    const bodyLimit = config.ASPECT_BODY_LIMIT_BYTES;
    for (const prefix of restPrefixes) {
      await scope.register(operationsRoutes, { prefix, services });
      await scope.register(aspectsRoutes, { prefix, services, bodyLimit });
      await scope.register(relationshipsRoutes, { prefix, services });
      await scope.register(edgeScrollRoutes, { prefix, services });
      await scope.register(entitiesRoutes, { prefix, services, bodyLimit });
      await scope.register(entityReadRoutes, { prefix, services });
      await scope.register(usageStatsRoutes, { prefix, services, bodyLimit });
      await scope.register(auditEventsRoutes, { prefix, services });
      await scope.register(eventsRoutes, { prefix, services });
      await scope.register(executionRequestsRoutes, { prefix, services });
      await scope.register(modelRegistryRoutes, { prefix });
      await scope.register(openapiEntitiesRoutes, { prefix, services, bodyLimit });
      await scope.register(openlineageRoutes, { prefix, services, bodyLimit });
    }
    await scope.register(metricsRoutes, { metrics });
  });

  app.addMethodNotAllowedRoutes();
  return app;
}

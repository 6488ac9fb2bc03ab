import fp from 'fastify-plugin';
import type { Registry } from 'prom-client';
import { addDurations } from '../durations.js';
import { findRoute } from '../find-route.js';
import { operationMetrics } from './operation-metrics.js';
import './method-not-allowed.js';
import '../../request.js';

export interface RequestMetricsOptions {
  readonly registry: Registry;
  /** The root fields of the GraphQL schema. */
  readonly graphqlFields: ReadonlySet<string>;
}

/** Counts and times every response. */
export const requestMetrics = fp(
  async (app, { registry, graphqlFields }: RequestMetricsOptions) => {
    const observe = addDurations(registry, {
      name: 'http_request_duration_seconds',
      help: 'Time to respond to requests, by route and status',
      labelNames: ['method', 'route', 'status'],
    });
    const measureOperation = operationMetrics(registry, graphqlFields);
    app.addHook('onResponse', (request, reply, done) => {
      const { url, config } = findRoute(request);
      // The route's template. Callers could make up paths without end.
      const route = url ?? 'none';
      // A histogram for each of Node.js's methods on each path would stay for good.
      const method = url === undefined || config.refusesMethods ? 'other' : request.method;
      const { statusCode, elapsedTime } = reply;
      observe(elapsedTime / 1_000, method, route, `${statusCode}`);
      if (route === '/api/graphql') measureOperation(request, statusCode, elapsedTime);
      done();
    });
    app.addHook('onClose', async () => registry.clear());
  },
  { name: 'request-metrics' },
);

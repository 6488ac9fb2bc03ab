import fp from 'fastify-plugin';
import type { Registry } from 'prom-client';
import { addDurations } from '../../durations.js';
import { findRoute } from '../../find-route.js';
import '../errors/method-not-allowed.js';
import '../../../request.js';
import type { FastifyRequest } from 'fastify';
import { noOperation, type Operation } from '../../../core/operation.js';

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

/**
 * Returns the function that measures a completed GraphQL request, once for each of its root fields.
 *
 * @param fields the root fields of the schema; all other names count as `other`
 */
function operationMetrics(registry: Registry, fields: ReadonlySet<string>) {
  const observe = addDurations(registry, {
    name: 'catalog_graphql_operation_duration_seconds',
    help: 'Time to respond to GraphQL operations, by root field and the outcome of the whole request',
    labelNames: ['operation', 'field', 'outcome'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  });
  /** The labels of operations. Cached documents share theirs. */
  const known = new WeakMap<Operation, readonly string[]>();

  function toLabels(operation: Operation) {
    const seen = known.get(operation);
    if (seen) return seen;
    const names = operation.fields.map((name) =>
      operation === noOperation || fields.has(name) ? name : 'other',
    );
    const labels = [...new Set(names)];
    known.set(operation, labels);
    return labels;
  }

  return (
    { operation = noOperation, failure }: FastifyRequest,
    statusCode: number,
    elapsedMs: number,
  ): void => {
    const outcome = failure ?? (statusCode < 400 ? 'success' : statusCode < 500 ? 'refused' : 'error');
    const seconds = elapsedMs / 1_000;
    for (const field of toLabels(operation)) observe(seconds, operation.type, field, outcome);
  };
}

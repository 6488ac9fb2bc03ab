import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Counts and times every answer of the application. */
export function measureRequests(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests and how long their answers took, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    // The route's template, never the path that was asked for, which anyone can make up without end.
    const route = routeOptions.url ?? 'none';
    duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    done();
  });
  app.addHook('onClose', async () => registry.clear());
  return registry;
}

/** `GET /metrics`, in Prometheus' text format. */
export async function metricsDoor(app: FastifyInstance, { registry }: { registry: Registry }) {
  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
}

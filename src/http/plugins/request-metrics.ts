import fp from 'fastify-plugin';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';

/** Counts and times every answer, and collects the metrics of the process. */
export const requestMetrics = fp(
  async (app, { registry }: { registry: Registry }) => {
    collectDefaultMetrics({ register: registry });
    const duration = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests and how long their answers took, by route and status',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
    });
    app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
      // The route's template. Callers could make up paths without end.
      const route = routeOptions.url ?? 'none';
      duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
      done();
    });
    app.addHook('onClose', async () => registry.clear());
  },
  { name: 'request-metrics' },
);

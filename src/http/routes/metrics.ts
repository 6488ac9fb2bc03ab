import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

const reference = { summary: 'Metrics, in Prometheus’ text format' };

/** `GET /metrics`, in Prometheus' text format. */
export async function metricsRoutes(scope: FastifyInstance, { registry }: { registry: Registry }) {
  scope.get('/metrics', { logLevel: 'warn', config: { reference } }, async (_request, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
}

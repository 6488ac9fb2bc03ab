import type { FastifyInstance } from 'fastify';
import { mayManageTokens, maySeeIndexSizes } from '../../core/authorization.js';
import { type Metrics, metricsContentType, metricsText } from '../metrics.js';

const reference = { summary: 'Metrics, in Prometheus’ text format' };

/** `GET /metrics`, in Prometheus' text format. It leaves out what operations would refuse the caller. */
export async function metricsRoutes(scope: FastifyInstance, { metrics }: { metrics: Metrics }) {
  const { open, tokens, indexSizes } = metrics;
  scope.get(
    '/metrics',
    { logLevel: 'warn', config: { reference, admission: 'free' } },
    async ({ actor }, reply) => {
      reply.type(metricsContentType);
      return metricsText(
        open,
        ...(mayManageTokens(actor) ? [tokens] : []),
        ...(maySeeIndexSizes(actor) ? [indexSizes] : []),
      );
    },
  );
}

import type { FastifyInstance } from 'fastify';
import type { readiness } from '../readiness.js';

export interface HealthOptions {
  readonly state: ReturnType<typeof readiness>;
}

/** Probes of whether the process runs and whether it can serve, without credentials. */
export async function healthRoutes(app: FastifyInstance, { state }: HealthOptions) {
  // At `warn`, because a probe every few seconds would fill the log.
  const logLevel = 'warn';
  // DataHub's clients and containers request the first.
  for (const path of ['/health', '/health/live']) {
    app.get(
      path,
      { logLevel, config: { reference: { summary: 'Whether the process runs', isPublic: true } } },
      async () => ({ status: 'ok' }),
    );
  }
  app.get(
    '/health/ready',
    { logLevel, config: { reference: { summary: 'Whether requests are served', isPublic: true } } },
    async (request, reply) => {
      const status = await state(request.log);
      return reply.code(status === 'ok' ? 200 : 503).send({ status });
    },
  );
}

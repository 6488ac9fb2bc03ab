import type { FastifyInstance } from 'fastify';

/**
 * The configuration that DataHub's clients read first. `noCode` is a text. From version 1.0.1 on the Python SDK writes
 * over OpenAPI v3, and from 1.7.0.1 on it sends an aspect of assertions (docs/wire-contract.md, "Client
 * configuration").
 */
const clientConfig = {
  noCode: 'true',
  retention: 'true',
  statefulIngestionCapable: true,
  patchCapable: true,
  timeZone: 'GMT',
  supportsImpactAnalysis: true,
  telemetry: { enabledCli: false, enabledIngestion: false },
  datahub: { serverType: 'prod' },
  versions: { 'acryldata/datahub': { version: 'v1.4.0' } },
} as const;

const reference = { summary: 'The configuration for DataHub’s clients', isPublic: true };

/** `GET /config`, without credentials. */
export async function configRoutes(app: FastifyInstance) {
  app.get('/config', { config: { reference } }, async () => clientConfig);
}

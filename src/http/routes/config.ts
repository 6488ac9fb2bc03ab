import type { FastifyInstance } from 'fastify';

/**
 * What DataHub's clients read first. `noCode` is a text. With a version of 1.0.1 or more the Python SDK would use another
 * protocol (docs/wire-contract.md, "Client configuration").
 */
const clientConfig = {
  noCode: 'true',
  retention: 'true',
  statefulIngestionCapable: true,
  patchCapable: true,
  timeZone: 'GMT',
  supportsImpactAnalysis: false,
  telemetry: { enabledCli: false, enabledIngestion: false },
  datahub: { serverType: 'prod' },
  versions: { 'acryldata/datahub': { version: 'v0.15.0' } },
} as const;

/** `GET /config`, without credentials. */
export async function configRoutes(app: FastifyInstance) {
  app.get('/config', async () => clientConfig);
}

import type { FastifyInstance } from 'fastify';

/**
 * What DataHub's clients ask before all else. `noCode` is a text, and a version of 1.0.1 or more would move the
 * Python SDK to another protocol (contract, section 8).
 */
const configuration = {
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

export async function configurationDoor(app: FastifyInstance) {
  app.get('/config', async () => configuration);
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The catalog with a fixed actor. The difference to the catalog is the cost of authentication. */
const dist = (name: string) => import(pathToFileURL(join(process.cwd(), 'dist', name)).href);
const [{ buildApp }, { readConfig }, { openCatalog }, { destination, pino }] = await Promise.all([
  dist('app.js'),
  dist('config.js'),
  dist('startup/open-catalog.js'),
  import('pino'),
]);

const config = readConfig(process.env);
const logger = pino(destination({ dest: 1, sync: false, minLength: 8_192, periodicFlush: 100 }));
const catalog = await openCatalog(config, { log: logger, clock: Date.now });
const nothing = async () => {};
const standing = { judgements: [], renew: nothing, confirm: nothing };
const actor = { urn: 'urn:li:corpuser:admin', can: () => true, ...standing };
const authenticate = { bearer: async () => actor, user: async () => actor, isVerified: () => true };
const services = { ...catalog.services, authenticate };
const app = await buildApp({ services, config, ready: catalog.ready, logger });
await app.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', async () => {
  await app.close();
  await catalog.close();
});

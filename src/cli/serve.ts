import { setImmediate } from 'node:timers/promises';
import type { Command } from 'commander';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.js';
import { checkAuditStream } from '../startup/audit-stream.js';
import type { Catalog } from '../startup/open-catalog.js';
import type { Dependencies, MetricsServer, Server } from './dependencies.js';
import { dataDirOption } from './local/data-dir.js';
import { nextSteps } from './next-steps.js';
import { given } from './path.js';
import { warnOfExposure, warnOfIgnoredSettings } from './warnings.js';

export function serveCommand(program: Command, deps: Dependencies): void {
  program
    .command('serve')
    .description('migrate the database and serve the catalog over HTTP')
    .option('--sample', 'fill the catalog with sample data first')
    .option('--host <address>', 'address to listen on, instead of HOST', given)
    .option('--port <port>', 'port to listen on, instead of PORT; 0 selects a free port', given)
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  catalog serve --sample --port 8081 --data-dir ./trial')
    .action((options: Options) => serve(options, deps));
}

interface Options {
  sample?: boolean;
  host?: string;
  port?: string;
  dataDir?: string;
}

interface Running {
  readonly metrics: MetricsServer | null;
  readonly catalog: Catalog;
  readonly server: Server;
}

async function serve(options: Options, deps: Dependencies): Promise<void> {
  const config = deps.config({ HOST: options.host, PORT: options.port, DATA_DIR: options.dataDir });
  const log = deps.log(config, 'stdout');
  log.info(settings(config), `catalog ${deps.version} starts`);
  warnOfIgnoredSettings(deps, log);
  warnOfExposure(deps, config, log);

  const stopping = new AbortController();
  const started = start(options, deps, { config, log, signal: stopping.signal });
  // Requests in flight may take their full timeout; after that the database still has to close.
  const timeoutMs = config.SHUTDOWN_DELAY_MS + config.REQUEST_TIMEOUT_MS + 5_000;
  deps.onShutdown(log, { timeoutMs }, async () => {
    stopping.abort();
    // A failed start has closed everything that it opened.
    const running = await started.catch(() => null);
    await running?.server.drain();
    await running?.server.close();
    await running?.metrics?.close();
    await running?.catalog.close();
  });

  try {
    const { catalog, server } = await started;
    if (deps.logFormat(config, 'stdout') === 'pretty') {
      // Fastify logs the address in a later turn.
      await setImmediate();
      for (const line of await nextSteps(deps, config, catalog, server)) deps.print(line);
    }
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  }
}

/** Opens the catalog and listens. When it throws, nothing stays open. @throws the signal's reason once it is aborted */
async function start(
  { sample }: { sample?: boolean },
  deps: Dependencies,
  { config, log, signal }: { config: Config; log: FastifyBaseLogger; signal: AbortSignal },
): Promise<Running> {
  // Before the database is opened, so that a second start fails with the clearer error.
  await deps.probeAddress(config);
  await checkAuditStream(config);
  // Before the catalog is opened, which can wait for the database and take long to migrate it.
  const metrics = await deps.serveMetrics(config, log);
  try {
    log.info('opening the database');
    const catalog = await deps.openCatalog(config, { log, signal });
    try {
      signal.throwIfAborted();
      if (sample) log.info(await catalog.seedSample());
      signal.throwIfAborted();
      log.info('loading the API');
      return { metrics, catalog, server: await deps.listen(catalog, config, log) };
    } catch (error) {
      await catalog.close();
      throw error;
    }
  } catch (error) {
    await metrics?.close();
    throw error;
  }
}

/** Without a user and a password. */
function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** The configuration for the log of the start. Leaves out the database's URL, which holds a password. */
const settings = (config: Config) => ({
  database: config.DATABASE_URL ? 'postgresql' : 'embedded',
  ...(config.DATABASE_REPLICA_URL ? { replica: true } : {}),
  ...(config.DATABASE_URL ? {} : { dataDir: config.DATA_DIR }),
  ...(config.PUBLIC_URL ? { publicUrl: shownUrl(config.PUBLIC_URL) } : {}),
  trustedActorProxies: config.TRUSTED_ACTOR_PROXIES,
  trustedProxies: config.TRUSTED_PROXIES,
});

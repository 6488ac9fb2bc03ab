import type { Command } from 'commander';
import type { Config } from '../config.js';
import type { Dependencies, Server } from './dependencies.js';

export function serveCommand(program: Command, deps: Dependencies): void {
  program
    .command('serve')
    .description('bring the database up to date and serve the catalog over HTTP')
    .option('--sample', 'fill the catalog with sample data first')
    .action((options: { sample?: boolean }) => serve(options, deps));
}

async function serve({ sample }: { sample?: boolean }, deps: Dependencies): Promise<void> {
  const config = deps.config();
  const log = deps.log(config, 'stdout');
  log.info(settings(config), `catalog ${deps.version} starts`);
  const catalog = await deps.openCatalog(config, { log });
  let server: Server | undefined;

  // Requests in flight may take all the time that requests have; then the database still has to close.
  const patienceMs = config.SHUTDOWN_DELAY_MS + config.REQUEST_TIMEOUT_MS + 5_000;
  deps.onShutdown(log, { patienceMs }, async () => {
    await server?.retire();
    await server?.close();
    await catalog.close();
  });

  try {
    if (sample) await catalog.seedSample((line) => log.info(line));
    server = await deps.listen(catalog, config, log);
  } catch (error) {
    await catalog.close();
    throw error;
  }
}

/** What an operator should see of the configuration at start; the database's URL holds a password. */
const settings = (config: Config) => ({
  database: config.DATABASE_URL ? 'postgresql' : 'embedded',
  ...(config.DATABASE_REPLICA_URL ? { replica: true } : {}),
  ...(config.DATABASE_URL ? {} : { dataDir: config.DATA_DIR }),
  trustedActorProxies: config.TRUSTED_ACTOR_PROXIES,
  trustedProxies: config.TRUSTED_PROXIES,
});

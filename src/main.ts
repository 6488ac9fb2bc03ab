import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { ask } from './cli/ask.js';
import { type Blocks, blocks } from './cli/blocks.js';
import { browserOpener } from './cli/browser.js';
import { CommandFailed } from './cli/command-failed.js';
import type { Dependencies } from './cli/dependencies.js';
import { toFailure } from './cli/failure.js';
import { linePrinter } from './cli/line-printer.js';
import { lineWriter } from './cli/line-writer.js';
import { prettyLines } from './cli/pretty-lines.js';
import { serveProgram } from './cli/serve-program.js';
import { startTracing } from './cli/tracing.js';
import { ConfigError, ignoredSettings, isLoopback, loadEnvFile, readConfig } from './config.js';
import { withoutTokens } from './core/text.js';
import { StartupError } from './db/startup-error.js';
import type { Metrics } from './http/metrics.js';
import { safeLines } from './http/plugins/monitoring/safe-lines.js';
import { commit, version } from './http/version.js';

/** ms within which a repeated signal counts as the same one. */
const repeatMs = 1_000;

/** NO_COLOR is a convention of terminal programs (no-color.org). */
const hasColors = ({ isTTY }: { isTTY?: boolean }) => Boolean(isTTY) && !process.env.NO_COLOR;

const { XDG_CONFIG_HOME = '' } = process.env;
// By the XDG Base Directory Specification, a relative path is not valid there.
const configHome = isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config');

// The commands over HTTP read nothing of the folder's .env, which could say where their token is sent.
const startedWith = { ...process.env };
let envFile: ReturnType<typeof loadEnvFile> | undefined;

// Loaded when something is logged only, because the commands over HTTP do not need it.
const loadPino = (): typeof import('pino') => createRequire(import.meta.url)('pino');

/** The queue of all JSON lines on standard output: those of the log, and those of the audit. */
let lines: Blocks | undefined;
function openLines(): Blocks {
  lines ??= blocks(loadPino().destination, 1);
  return lines;
}

/** Those that METRICS_PORT serves, before there is an application, which adds its own. */
let metrics: Metrics | undefined;

// Imported only by the commands that need them: the database and the transports. So --help is fast.
const dependencies: Dependencies = {
  version,
  commit,
  config(flags) {
    envFile ??= loadEnvFile('.env');
    for (const [name, value] of envFile.settings) process.env[name] ??= value;
    return readConfig(process.env, flags);
  },
  logFormat({ LOG_FORMAT, AUDIT_STREAM }, stream) {
    const isForPeople = process[stream].isTTY && !(stream === 'stdout' && AUDIT_STREAM?.kind === 'stdout');
    return LOG_FORMAT ?? (isForPeople ? 'pretty' : 'json');
  },
  log(config, stream) {
    const { destination, pino } = loadPino();
    const options = { level: config.LOG_LEVEL, ...safeLines };
    if (dependencies.logFormat(config, stream) === 'pretty') {
      const dest = stream === 'stdout' ? 1 : 2;
      return pino(options, prettyLines(destination({ dest }), { colorize: hasColors(process[stream]) }));
    }
    return pino(options, stream === 'stdout' ? openLines() : destination({ dest: 2 }));
  },

  clock: Date.now,
  ignoredSettings: () => ignoredSettings(process.env, startedWith, envFile),
  isRoot: () => process.getuid?.() === 0,

  probeAddress: async ({ HOST: host, PORT: port }) =>
    (await import('./http/probe-address.js')).probeAddress(host, port),

  async serveMetrics({ METRICS_PORT: port, METRICS_HOST: host }, log) {
    if (port === undefined) return null;
    const [{ createMetrics }, { startMetricsServer }] = await Promise.all([
      import('./http/metrics.js'),
      import('./http/metrics-server.js'),
    ]);
    metrics = createMetrics(version);
    return startMetricsServer({ metrics, host, port, isLocal: isLoopback(host), log }).catch((error) => {
      throw new CommandFailed(
        `Cannot serve metrics at this address: ${error.message}. METRICS_HOST and METRICS_PORT set the address.`,
      );
    });
  },

  openCatalog: async (config, options) =>
    (await import('./startup/open-catalog.js')).openCatalog(config, {
      ...options,
      clock: Date.now,
      writeLines: (texts) => openLines().writeLines(texts),
    }),

  migrateCatalog: async (config, options) =>
    (await import('./startup/open-catalog.js')).migrateCatalog(config, options),

  resolveCatalogMigration: async (config, options) =>
    (await import('./startup/open-catalog.js')).resolveCatalogMigration(config, options),

  async listen(catalog, config, logger) {
    const [{ buildApp }, { createMetrics }] = await Promise.all([
      import('./app.js'),
      import('./http/metrics.js'),
    ]);
    const { services } = catalog;
    const draining = new AbortController();
    const onError = () => logger.warn('traces could not be sent to the collector');
    const tracing = await startTracing({ env: process.env, version, onError });
    const app = await buildApp({
      services,
      ready: () => catalog.ready(),
      draining: draining.signal,
      config,
      logger,
      metrics: metrics ?? createMetrics(version),
      tracing: tracing ?? undefined,
    });
    try {
      const listenTextResolver = (address: string) => `listening on ${address}`;
      await app.listen({ host: config.HOST, port: config.PORT, listenTextResolver });
    } catch (error) {
      await app.close();
      throw error;
    }
    services.background.start();
    return {
      address: app.listeningOrigin,
      hasConsole: app.hasRoute({ method: 'POST', url: '/console/session' }),
      async drain() {
        draining.abort();
        await wait(config.SHUTDOWN_DELAY_MS);
      },
      async close() {
        await app.close();
        await tracing?.stop();
      },
    };
  },

  onShutdown(log, { timeoutMs }, close) {
    const logger = { error: (message: unknown) => log.error(message) };
    process.off('uncaughtException', fail);
    let signal: string | undefined;
    let signalledAt = 0;
    const grace = closeWithGrace(
      { delay: timeoutMs, logger, skip: ['SIGINT', 'SIGTERM'] },
      async ({ signal: other, err }) => {
        if (err) log.fatal({ err }, 'stopping: uncaught error');
        else log.info(`stopping: ${signal ?? other ?? 'nothing left to do'}`);
        await close();
        log.info('stopped');
      },
    );
    // On Ctrl-C the terminal signals the whole process group, and npm forwards the signal a second time.
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.on(name, () => {
        if (signal === undefined) {
          signal = name;
          signalledAt = performance.now();
          void grace.close();
        } else if (performance.now() - signalledAt > repeatMs) {
          log.error({}, `second ${name}, exiting`);
          process.exit(1);
        }
      });
    }
  },

  session: {
    env: startedWith,
    configFolder: join(configHome, 'catalog'),
    isTerminal: process.stdout.isTTY ?? false,
    hasColours: hasColors(process.stdout) && process.env.TERM !== 'dumb',
    width: process.stdout.columns || null,
    openAddress: browserOpener(process),
    ask: process.stdin.isTTY ? ask : null,
    now: Date.now,
  },
  stdin: () => process.stdin,
  wait,

  print: linePrinter(process.stdout, fail),
  ...lineWriter(process.stderr),
};

// Every account sees the arguments of a process by its title.
if (process.argv.some((one) => one !== withoutTokens(one))) process.title = 'catalog';

// Node.js would print an error with all of its properties.
process.on('uncaughtException', fail);
// Without a reader of the messages, the command still does its work.
process.stderr.on('error', () => undefined);

// Files of the service, such as the embedded database's, are closed to other accounts.
process.umask(0o077);

try {
  const program =
    process.argv[2] === 'serve'
      ? serveProgram(dependencies)
      : (await import('./cli/program.js')).catalogProgram(dependencies);
  await program.parseAsync(process.argv);
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  const { exitCode, text } = toFailure(error, [ConfigError, StartupError]);
  if (text !== null) dependencies.info(text);
  process.exit(exitCode);
}

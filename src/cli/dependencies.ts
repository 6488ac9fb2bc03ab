import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.js';
import type { Clock } from '../core/clock.js';
import type { Catalog, migrateCatalog, resolveCatalogMigration } from '../startup/open-catalog.js';
import type { Session } from './remote/session.js';

/** The outside world of the commands; main.ts has the real one. */
export interface Dependencies {
  readonly version: string;
  /** The commit of the build; null if it is unknown. */
  readonly commit: string | null;
  /**
   * Reads the settings, also of `.env`.
   *
   * @param flags settings of the command line, by the names of their variables
   * @throws ConfigError when the settings are invalid
   */
  config(flags?: Readonly<Record<string, string | undefined>>): Config;
  /** How the log of a stream is written: LOG_FORMAT, else for people on a terminal and as JSON lines elsewhere. */
  logFormat(config: Config, stream: 'stdout' | 'stderr'): 'json' | 'pretty';
  /** Makes a logger. Only the server logs to standard output; other commands print results there. */
  log(config: Config, stream: 'stdout' | 'stderr'): FastifyBaseLogger;
  readonly clock: Clock;
  /** Lists variables that look like settings and have no effect, one per line. */
  ignoredSettings(): readonly string[];
  /** Whether the process runs as root. */
  isRoot(): boolean;
  /** Rejects when the server can't listen on the configured address. */
  probeAddress(config: Config): Promise<void>;
  /** Serves the metrics on a port of their own; null without METRICS_PORT. */
  serveMetrics(config: Config, log: FastifyBaseLogger): Promise<MetricsServer | null>;
  openCatalog(config: Config, options: { log: FastifyBaseLogger; signal?: AbortSignal }): Promise<Catalog>;
  readonly migrateCatalog: typeof migrateCatalog;
  readonly resolveCatalogMigration: typeof resolveCatalogMigration;
  /** Serves the catalog over HTTP and logs the address. */
  listen(catalog: Catalog, config: Config, log: FastifyBaseLogger): Promise<Server>;
  /** Calls `close` on a signal to stop or on an uncaught error; then the process ends. */
  onShutdown(log: FastifyBaseLogger, options: { timeoutMs: number }, close: () => Promise<void>): void;
  readonly session: Session;
  stdin(): AsyncIterable<Uint8Array>;
  wait(ms: number): Promise<void>;
  /** Prints one line of a command's result. */
  print(line: string): void;
  /** Prints one line of other information. */
  info(line: string): void;
  /** Shows the progress of long work, instead of the last status; null without a terminal. */
  readonly status: ((text: string) => void) | null;
}

export interface MetricsServer {
  close(): Promise<void>;
}

export interface Server {
  /** The first address that it listens on, as a URL. */
  readonly address: string;
  /** Whether it serves the console. */
  readonly hasConsole: boolean;
  /** Reports "not ready" so that proxies send requests elsewhere, and waits until they have noticed. */
  drain(): Promise<void>;
  /** Accepts no new requests. Resolves when open requests are complete. */
  close(): Promise<void>;
}

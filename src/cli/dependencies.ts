import type { FastifyBaseLogger } from 'fastify';
import type { Catalog, migrateCatalog, resolveCatalogMigration } from '../bootstrap/open-catalog.js';
import type { Config } from '../config.js';

/** What the commands touch; main.ts has the real ones. */
export interface Dependencies {
  readonly version: string;
  /** @throws ConfigError */
  config(): Config;
  /** JSON lines. Standard output belongs to what a command prints, so the server alone logs there. */
  log(config: Config, stream: 'stdout' | 'stderr'): FastifyBaseLogger;
  /** Variables of the environment that look like settings and are none, a line each. */
  unknownSettings(): readonly string[];
  /** Whether the process may do everything on this machine. */
  isRoot(): boolean;
  /** Rejects when the server could not listen where the configuration says. */
  probeAddress(config: Config): Promise<void>;
  openCatalog(config: Config, options: { log: FastifyBaseLogger; signal?: AbortSignal }): Promise<Catalog>;
  readonly migrateCatalog: typeof migrateCatalog;
  readonly resolveCatalogMigration: typeof resolveCatalogMigration;
  /** Serves the catalog over HTTP and logs where. */
  listen(catalog: Catalog, config: Config, log: FastifyBaseLogger): Promise<Server>;
  /** Has `close` run on a signal to stop, or on an error that nobody caught; the process ends with it. */
  onShutdown(log: FastifyBaseLogger, options: { timeoutMs: number }, close: () => Promise<void>): void;
  /** What DataHub's own clients read from the environment: where the service is, and the token for it. */
  remote(): { readonly url: string | undefined; readonly token: string | undefined };
  stdin(): AsyncIterable<Uint8Array>;
  wait(ms: number): Promise<void>;
  /** One line of a command's result. */
  print(line: string): void;
  /** One line of what the user may want to know besides. */
  tell(line: string): void;
  /** How far a long work is, in place of what it said last; null when nobody watches at a terminal. */
  readonly status: ((text: string) => void) | null;
}

export interface Server {
  /** Has proxies send their requests elsewhere, and gives them the time to notice. */
  drain(): Promise<void>;
  /** Takes no new requests, and resolves when those in flight are answered. */
  close(): Promise<void>;
}

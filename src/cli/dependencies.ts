import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.js';
import type { Catalog, migrateCatalog } from '../start.js';

/** What the commands touch; main.ts has the real ones. */
export interface Dependencies {
  readonly version: string;
  /** @throws ConfigError */
  config(): Config;
  /** JSON lines. Standard output belongs to what a command prints, so the server alone logs there. */
  log(config: Config, stream: 'stdout' | 'stderr'): FastifyBaseLogger;
  openCatalog(config: Config, options: { log: FastifyBaseLogger }): Promise<Catalog>;
  readonly migrateCatalog: typeof migrateCatalog;
  /** Serves the catalog over HTTP and logs where. */
  listen(catalog: Catalog, config: Config, log: FastifyBaseLogger): Promise<Server>;
  /** Has `close` run on a signal to stop, or on an error that nobody caught; the process ends with it. */
  onShutdown(log: FastifyBaseLogger, options: { patienceMs: number }, close: () => Promise<void>): void;
  /** One line of a command's result. */
  print(line: string): void;
  /** One line of what the user may want to know besides. */
  tell(line: string): void;
}

export interface Server {
  /** Takes no new requests, and resolves when those in flight are answered. */
  close(): Promise<void>;
}

import type { Config } from './config.js';
import type { Clock } from './core/clock.js';
import type { Database } from './db/database.js';

/** The dependencies from which each module creates its services. */
export interface Deps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  /** Called when background work fails. */
  onBackgroundError(error: unknown): void;
  /** Called when background work has found something that operators should know. */
  onNotice(detail: object, text: string): void;
}

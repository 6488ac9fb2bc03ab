import type { Config } from './config.js';
import type { Clock } from './core/clock.js';
import type { Database } from './db/database.js';
import type { Visibility } from './visibility/visibility.js';

/** The dependencies from which each module creates its services. */
export interface Deps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  /** What a caller may see. */
  readonly visibility: Visibility;
  /** Called when background work fails. */
  onBackgroundError(error: unknown): void;
  /** Called when background work has found something that operators should know. */
  onNotice(detail: object, text: string): void;
}

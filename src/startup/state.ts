import type { Config } from '../config.js';
import type { Database } from '../db/database.js';
import { StartupError } from '../db/startup-error.js';
import type { DatabaseState } from '../db/state.js';
import { watchState } from '../db/state-watch.js';
import type { Log } from './log.js';

export interface CheckedState {
  /** @throws Error with the reason why the service should receive no requests */
  ready(): Promise<void>;
  stop(): void;
}

/**
 * Checks that the database is fit for use, now and on each `ready`. Logs when the database becomes read-only and when
 * it becomes writable again.
 *
 * @throws StartupError when tables or columns are missing
 */
export async function checkState(db: Database, config: Config, log: Log): Promise<CheckedState> {
  const { first, check, stop } = await watchState(db, (readOnly) => {
    if (readOnly === null) log.warn({}, 'the database can be written again');
    else log.warn({}, `the database is ${readOnly}: reads are served, writes are refused`);
  });
  const describeMissing = ({ missing }: DatabaseState) =>
    `The database lacks tables or columns that its migrations have created: ${missing.slice(0, 10).join(', ')}. Restore it, or use another database.`;
  if (first.missing.length > 0) {
    stop();
    throw new StartupError(describeMissing(first));
  }
  return {
    stop,
    async ready() {
      const state = await check();
      if (state.missing.length > 0) throw new Error(describeMissing(state));
      if (state.readOnly !== null && !config.READY_WHEN_READ_ONLY) {
        throw new Error(`the database is ${state.readOnly} (READY_WHEN_READ_ONLY)`);
      }
    },
  };
}

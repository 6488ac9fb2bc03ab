import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs } from '../core/clock.js';
import { type BackgroundWork, inBackground } from '../scheduling/background.js';
import type { PurgeStore } from './purge-store.js';
import type { SessionStore } from './sessions/store.js';

const everyMs = 3_600_000;
/** Tokens or sessions per statement. A statement takes some tens of milliseconds. */
const batchSize = 1_000;
/** The pause between two statements, for other work of the database. */
const pauseMs = 200;

/** Deletes dead tokens, and sessions that have ended, in the background, now and every hour. */
export function tokenPurge(deps: {
  store: PurgeStore;
  sessions: Pick<SessionStore, 'purge'>;
  retentionDays: number;
  onError(error: unknown): void;
  batchSize?: number;
}): BackgroundWork {
  const size = deps.batchSize ?? batchSize;
  return inBackground(
    async (signal) => {
      const pause = () => sleep(pauseMs, undefined, { signal, ref: false });
      while ((await deps.sessions.purge(size)) === size) await pause();
      while ((await deps.store.purge(deps.retentionDays * dayMs, size)) === size) await pause();
    },
    { everyMs, onError: deps.onError },
  );
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../core/clock.js';
import { dayMs } from '../core/clock.js';
import { type BackgroundWork, inBackground } from '../scheduling/background.js';
import type { SessionStore } from './sessions/store.js';
import type { TokenStore } from './store.js';

/** Records when tokens were last used, to the minute. Requests do not wait for the database. */
export interface LastUsed {
  /** @param known the time that the database has */
  record(id: string, known: number | null): void;
  /** Saves the first use of a token at once. Never rejects. */
  recordFirst(id: string): Promise<void>;
  /** Saves the recorded times. */
  flush(): Promise<void>;
}

const precisionMs = 60_000;
const delayMs = 1_000;
/** How long the next attempt waits after the database did not take the times. */
const retryMs = 10_000;
/** Maximum number of tokens whose times are kept while the database does not accept them. */
const maxPending = 10_000;

export function lastUsedRecorder(
  save: (times: ReadonlyMap<string, number>) => Promise<void>,
  clock: Clock,
  onError: (error: unknown) => void,
): LastUsed {
  let pending = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();

  function add(id: string, time: number, delay = delayMs) {
    if (pending.size >= maxPending && !pending.has(id)) return;
    pending.set(id, Math.max(time, pending.get(id) ?? 0));
    timer ??= setTimeout(flush, delay).unref();
  }

  async function saveAll() {
    clearTimeout(timer);
    timer = undefined;
    const times = pending;
    pending = new Map();
    if (times.size === 0) return;
    try {
      await save(times);
    } catch (error) {
      onError(error);
      for (const [id, time] of times) add(id, time, retryMs);
    }
  }

  /** One save at a time, so that a stop waits for the last of them. */
  function flush() {
    saving = saving.then(saveAll);
    return saving;
  }

  return {
    record(id, known) {
      const now = clock();
      if (known === null || now - known >= precisionMs) add(id, now);
    },
    async recordFirst(id) {
      const now = clock();
      await save(new Map([[id, now]])).catch(() => add(id, now));
    },
    flush,
  };
}

const everyMs = 3_600_000;
/** Tokens or sessions per statement. A statement takes some tens of milliseconds. */
const batchSize = 1_000;
/** The pause between two statements, for other work of the database. */
const pauseMs = 200;

/** Deletes dead tokens, and sessions that have ended, in the background, now and every hour. */
export function tokenPurge(deps: {
  store: Pick<TokenStore, 'purge'>;
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

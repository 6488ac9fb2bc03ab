import { setTimeout as sleep } from 'node:timers/promises';
import type { PurgeStore } from './purge-store.js';

const day = 86_400_000;
const intervalMs = 3_600_000;
/** Tokens a statement, which takes some tens of milliseconds, and the time that it leaves to others. */
const batchSize = 1_000;
const pauseMs = 200;

/** Deletes dead tokens behind the requests' back. */
export interface TokenPurge {
  /** At once, and every hour from now on. */
  start(): void;
  /** Ends after the statement at work; what is left waits for the next start. */
  stop(): Promise<void>;
}

/** Any number of processes may do so at once. A failure is told to `onError`, and tried again an hour later. */
export function tokenPurge(deps: {
  store: PurgeStore;
  retentionDays: number;
  onError(error: unknown): void;
  batchSize?: number;
}): TokenPurge {
  const size = deps.batchSize ?? batchSize;
  const stopping = new AbortController();
  const { signal } = stopping;
  let working: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function purgeAll() {
    try {
      while ((await deps.store.purge(deps.retentionDays * day, size)) === size) {
        await sleep(pauseMs, undefined, { signal, ref: false });
      }
    } catch (error) {
      if (!signal.aborted) deps.onError(error);
    } finally {
      working = undefined;
    }
  }

  function wake() {
    working ??= purgeAll();
  }

  return {
    start() {
      timer = setInterval(wake, intervalMs).unref();
      wake();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await working;
    },
  };
}

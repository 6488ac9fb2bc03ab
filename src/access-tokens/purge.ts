import { setTimeout as sleep } from 'node:timers/promises';
import type { PurgeStore } from './purge-store.js';

const day = 86_400_000;
const intervalMs = 3_600_000;
/** Tokens per statement. A statement takes some tens of milliseconds. */
const batchSize = 1_000;
/** The pause between two statements, for other work of the database. */
const pauseMs = 200;

/** Deletes dead tokens in the background. */
export interface TokenPurge {
  /** Purges now and every hour. */
  start(): void;
  /** Resolves when the statement in flight has ended. The next start purges the rest. */
  stop(): Promise<void>;
}

/** Any number of processes may purge at once. After a failure, which `onError` gets, it tries again an hour later. */
export function tokenPurge(deps: {
  store: PurgeStore;
  retentionDays: number;
  onError(error: unknown): void;
  batchSize?: number;
}): TokenPurge {
  const size = deps.batchSize ?? batchSize;
  const stopping = new AbortController();
  const { signal } = stopping;
  let inFlight: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function purgeAll() {
    try {
      while ((await deps.store.purge(deps.retentionDays * day, size)) === size) {
        await sleep(pauseMs, undefined, { signal, ref: false });
      }
    } catch (error) {
      if (!signal.aborted) deps.onError(error);
    } finally {
      inFlight = undefined;
    }
  }

  function trigger() {
    inFlight ??= purgeAll();
  }

  return {
    start() {
      timer = setInterval(trigger, intervalMs).unref();
      trigger();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await inFlight;
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';

/** The pause between two batches, for other work of the database. */
const pauseMs = 50;
const retryMs = 60_000;

/** Fills search documents in the background. */
export interface SearchFill {
  start(): void;
  /** Resolves when the batch in flight has ended. The next start does the rest. */
  stop(): Promise<void>;
}

/**
 * Any number of processes may fill at once. After a failure, which `onError` gets, and when another process fills, it
 * tries again a minute later.
 */
export function searchFill(deps: {
  /** @returns whether it has filled some */
  fillNext(): Promise<boolean>;
  onError(error: unknown): void;
}): SearchFill {
  const stopping = new AbortController();
  const { signal } = stopping;
  let inFlight: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function fillAll() {
    try {
      while (!signal.aborted && (await deps.fillNext()))
        await sleep(pauseMs, undefined, { signal, ref: false });
    } catch (error) {
      if (!signal.aborted) deps.onError(error);
    } finally {
      inFlight = undefined;
    }
  }

  function trigger() {
    inFlight ??= fillAll();
  }

  return {
    start() {
      timer = setInterval(trigger, retryMs).unref();
      trigger();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await inFlight;
    },
  };
}

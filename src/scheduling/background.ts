/** Work of the service that no request waits for. */
export interface BackgroundWork {
  /** Works now, and again after each interval. */
  start(): void;
  /** Resolves when the statement in flight has ended. The next start does the rest. */
  stop(): Promise<void>;
}

/**
 * Runs `work` in turns that do not overlap. Any number of processes may do so at once. After a failure, which `onError`
 * gets, it tries again after the interval.
 *
 * @param work ends soon after the signal is aborted
 */
export function inBackground(
  work: (signal: AbortSignal) => Promise<void>,
  { everyMs, onError }: { readonly everyMs: number; onError(error: unknown): void },
): BackgroundWork {
  const stopping = new AbortController();
  const { signal } = stopping;
  let inFlight: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function turn() {
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted) onError(error);
    } finally {
      inFlight = undefined;
    }
  }

  function trigger() {
    inFlight ??= turn();
  }

  return {
    start() {
      timer = setInterval(trigger, everyMs).unref();
      trigger();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await inFlight;
    },
  };
}

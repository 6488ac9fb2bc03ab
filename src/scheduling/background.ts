import { setTimeout as sleep } from 'node:timers/promises';

/** Work of the service that no request waits for. */
export interface BackgroundWork {
  /** Works now, and again when the interval has passed since the end of the last turn. */
  start(): void;
  /** Resolves when the statement in flight has ended. The next start does the rest. */
  stop(): Promise<void>;
}

/** The pause between two parts, for other work of the database. */
const pauseMs = 50;

/** Does the parts of long work, until `next` returns that there are no more. @throws AbortError when the signal is aborted */
export async function doParts(next: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (await next()) await sleep(pauseMs, undefined, { signal, ref: false });
}

/**
 * Runs `work` in turns that do not overlap. Any number of processes may do this concurrently. After a failure, which is
 * passed to `onError`, it tries again after `retryMs`; default: the interval.
 *
 * @param work ends soon after the signal is aborted
 */
export function inBackground(
  work: (signal: AbortSignal) => Promise<void>,
  {
    everyMs,
    retryMs = everyMs,
    onError,
  }: { readonly everyMs: number; readonly retryMs?: number; onError(error: unknown): void },
): BackgroundWork {
  const stopping = new AbortController();
  const { signal } = stopping;
  let turns: Promise<void> | undefined;

  async function takeTurns() {
    while (!signal.aborted) {
      let pauseMs = everyMs;
      await work(signal).catch((error) => {
        pauseMs = retryMs;
        if (!signal.aborted) onError(error);
      });
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    start() {
      turns = takeTurns();
    },
    async stop() {
      stopping.abort();
      await turns;
    },
  };
}

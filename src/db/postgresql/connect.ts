import { setTimeout as sleep } from 'node:timers/promises';

const longestPauseMs = 2_000;

/** A server that is starting, stopping or full, by PostgreSQL's codes; one that is not up yet, by Node's. */
const passing = new Set([
  ...['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  // A server's socket that is not there yet.
  'ENOENT',
]);
/** node-postgres gives these no code. */
const passingText = /connection terminated|timeout expired/i;

/**
 * Tries to connect, again and again while the server does not answer yet. What time does not mend, a wrong password or an unknown database for
 * one, is thrown at once.
 *
 * @param timeoutMs for how long it is tried again; 0: one try
 * @param onRetry hears of each try that failed, and of the pause after it in ms
 * @returns what the try that succeeded returns
 * @throws the driver's error of the last try, or the signal's reason
 */
export async function connected<T>(
  connect: () => Promise<T>,
  {
    timeoutMs,
    signal,
    onRetry,
  }: { timeoutMs: number; signal: AbortSignal; onRetry: (error: unknown, pauseMs: number) => void },
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (let pauseMs = 250; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await unlessAborted(signal, connect);
    } catch (error) {
      if (signal.aborted || !canPass(error) || performance.now() + pauseMs > end) throw error;
      onRetry(error, pauseMs);
    }
    await sleep(pauseMs, undefined, { signal });
  }
}

/** In words, without a stack. Node's error for a name with several addresses has a code and no message. */
export const reasonOf = (error: unknown): string => {
  const { message, code } = Object(error) as { message?: string; code?: string };
  return message || code || String(error);
};

const canPass = (error: unknown) =>
  passing.has(String((error as { code?: unknown }).code)) || passingText.test(reasonOf(error));

/** A try goes on behind its back, for its own time limit at most. */
async function unlessAborted<T>(signal: AbortSignal, connect: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const work = connect();
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true, signal: done.signal });
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, aborted]);
  } finally {
    done.abort();
  }
}

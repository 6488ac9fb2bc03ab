import { setTimeout as sleep } from 'node:timers/promises';
import { unlessAborted } from './abort.js';

const maxPauseMs = 2_000;

/** Codes of temporary failures. */
const transientCodes = new Set(
  [
    // PostgreSQL's: the server starts, stops or is full.
    '57P01 57P02 57P03 53300 08000 08001 08003 08004 08006',
    // Node's: the server, or its Unix socket (ENOENT), is not up yet.
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN ENOENT',
  ].flatMap((codes) => codes.split(' ')),
);
/** node-postgres gives these errors no code. */
const transientMessage = /connection terminated|timeout expired/i;

/**
 * Calls `connect` until it succeeds. Retries only temporary failures: a wrong password or an unknown database is thrown
 * immediately. On abort, a running attempt continues unobserved until its own timeout.
 *
 * @param timeoutMs for how long it retries; 0: one attempt
 * @param onRetry called after each failed attempt, with the pause before the next one in ms
 * @throws the driver's error of the last attempt, or the signal's reason
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
  for (let pauseMs = 250; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      signal.throwIfAborted();
      return await unlessAborted(signal, connect());
    } catch (error) {
      if (signal.aborted || !isTransient(error) || performance.now() + pauseMs > end) throw error;
      onRetry(error, pauseMs);
    }
    await sleep(pauseMs, undefined, { signal });
  }
}

/** Returns the reason without a stack. Node's error for a name with several addresses has a code and no message. */
export const describeReason = (error: unknown): string => {
  const { message, code } = Object(error) as { message?: string; code?: string };
  return message || code || String(error);
};

const isTransient = (error: unknown) =>
  transientCodes.has(String((error as { code?: unknown }).code)) ||
  transientMessage.test(describeReason(error));

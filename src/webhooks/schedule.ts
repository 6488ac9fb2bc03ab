import { dayMs } from '../core/clock.js';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** The pauses between the attempts of one delivery: those of Standard Webhooks. */
const pauses = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
];
export const maxAttempts = pauses.length + 1;

/** A webhook is disabled when all attempts have failed for this long. */
export const maxFailingMs = 3 * dayMs;

/** Statuses of an endpoint that asks for a pause. */
const throttling: readonly (number | null)[] = [429, 502, 503, 504];

/**
 * Lengthens a pause by up to a tenth, so that endpoints that failed together are not tried together. It stays below a day,
 * and all pauses of a delivery are more than three days: the webhook is disabled before a delivery is given up.
 */
const jittered = (ms: number, random: () => number) => Math.min(Math.round(ms * (1 + random() / 10)), dayMs);

/** Returns the time of a `Retry-After` header in ms since the epoch, at most a day from now; 0 without one. */
function retryTime(header: string | null, now: number): number {
  if (header === null) return 0;
  const time = /^\d{1,9}$/.test(header.trim()) ? now + Number(header) * second : Date.parse(header);
  return Number.isNaN(time) ? 0 : Math.min(time, now + dayMs);
}

interface Failed {
  readonly status: number | null;
  readonly retryAfter: string | null;
}

/** Returns when a delivery is tried again, in ms since the epoch; null: never. @param attempts that have failed */
export function nextAttempt(
  attempts: number,
  { retryAfter }: Failed,
  now: number,
  random = Math.random,
): number | null {
  const pause = pauses[attempts - 1];
  return pause === undefined ? null : Math.max(now + jittered(pause, random), retryTime(retryAfter, now));
}

/**
 * Returns until when an endpoint is left alone after rounds of attempts without a success, in ms since the epoch; null: it
 * is not. Until a success, it gets one attempt at a time, such as of a delivery that was not tried yet.
 */
export function pauseUntil(
  failures: number,
  failed: readonly Failed[],
  now: number,
  random = Math.random,
): number | null {
  const asked = failed.map(({ status, retryAfter }) =>
    throttling.includes(status) ? retryTime(retryAfter, now) : 0,
  );
  const pause = failures < 2 ? 0 : Math.min(5 * second * 2 ** (failures - 2), 5 * minute);
  const until = Math.max(now + jittered(pause, random), ...asked);
  return until > now ? until : null;
}

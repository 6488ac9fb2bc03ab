import type { Requester } from './actor.js';
import { warn } from './warn.js';

/** Times before are more likely seconds. */
const year1971 = Date.UTC(1971, 0);

/** Warns of a time that may be in seconds. The beginning of time is meant as it is. */
export function warnOfSeconds(requester: Requester, name: string, ms: number | null | undefined): void {
  if (typeof ms !== 'number' || ms <= 0 || ms >= year1971) return;
  warn(
    requester,
    `${name} is ${ms}, which is in ${new Date(ms).toISOString().slice(0, 10)}; expected milliseconds since the epoch, not seconds`,
  );
}

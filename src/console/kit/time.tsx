import { relativeTime } from '../model/relative-time.js';

/** The last date of ECMAScript, in ms since the epoch. */
const latest = 8.64e15;
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** @param ms since the epoch @returns in the person's time zone and language */
export const exactTime = (ms: number): string => exact.format(ms);

/** Shows a time by its distance, and exactly on hover. */
export function Time({ ms, none = 'never' }: { ms: number | null | undefined; none?: string }) {
  if (ms === null || ms === undefined) return <span class="soft">{none}</span>;
  // Beyond what a date can be, such as nanoseconds by mistake.
  if (Math.abs(ms) > latest) return <span class="soft">{ms} ms</span>;
  return (
    <time dateTime={new Date(ms).toISOString()} title={exactTime(ms)}>
      {relativeTime(ms)}
    </time>
  );
}

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
/** The last date of ECMAScript, in ms since the epoch. */
const latest = 8.64e15;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** @param ms since the epoch @returns as in "3 days ago" */
function relativeTime(ms: number, now = Date.now()): string {
  const distance = ms - now;
  const [unit, size] = units.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 1_000];
  return relative.format(Math.round(distance / size), unit);
}

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

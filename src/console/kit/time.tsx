/** As they are written after "9 min ago" and "in 5 days": what is past is short, because lists are full of it. */
const units: readonly (readonly [past: string, future: string, size: number])[] = [
  ['y', 'year', 31_536_000_000],
  ['mo', 'month', 2_592_000_000],
  ['d', 'day', 86_400_000],
  ['h', 'hour', 3_600_000],
  ['min', 'minute', 60_000],
];
/** The last date of ECMAScript, in ms since the epoch. */
const latest = 8.64e15;
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** @param ms since the epoch @returns as in "3 d ago" and "in 2 days" */
function relativeTime(ms: number, now = Date.now()): string {
  const distance = ms - now;
  const unit = units.find(([, , size]) => Math.abs(distance) >= size);
  if (unit === undefined) return distance > 0 ? 'in a moment' : 'just now';
  const [past, future, size] = unit;
  const count = Math.round(Math.abs(distance) / size);
  if (distance > 0) return `in ${count} ${future}${count === 1 ? '' : 's'}`;
  return past === 'd' && count === 1 ? 'yesterday' : `${count} ${past} ago`;
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

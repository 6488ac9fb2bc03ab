import { daysUntil, localDay } from './days.js';

/** As they are written after "9 min ago" and "in 5 days": what is past is short, because lists are full of it. */
const units: readonly (readonly [past: string, future: string, size: number])[] = [
  ['y', 'year', 31_536_000_000],
  ['mo', 'month', 2_592_000_000],
  ['d', 'day', 86_400_000],
  ['h', 'hour', 3_600_000],
  ['min', 'minute', 60_000],
];

/** @param ms since the epoch @returns as in "3 d ago" and "in 2 days"; days that are over are those of the calendar */
export function relativeTime(ms: number, now = Date.now()): string {
  const distance = ms - now;
  const unit = units.find(([, , size]) => Math.abs(distance) >= size);
  if (unit === undefined) return distance > 0 ? 'in a moment' : 'just now';
  const [past, future, size] = unit;
  const count = Math.round(Math.abs(distance) / size);
  if (distance > 0) return `in ${count} ${future}${count === 1 ? '' : 's'}`;
  if (past !== 'd') return `${count} ${past} ago`;
  const days = -daysUntil(localDay(ms), now);
  return days === 1 ? 'yesterday' : `${days} d ago`;
}

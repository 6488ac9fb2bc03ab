import type { TimeseriesIndex } from './request.js';

/** The bytes of the events of one month, in UTC. */
export interface Month {
  /** As in 2026-11. */
  readonly month: string;
  readonly bytes: number;
}

const name = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });

const toText = (ms: number): string => new Date(ms).toISOString().slice(0, 7);
const monthStart = (month: string): number => Date.parse(`${month}-01T00:00:00Z`);
/** @param month as in 2026-11 @returns as in "Nov 2026" */
export const monthName = (month: string): string => name.format(monthStart(month));

/** Returns the month that is some months after the one of a time. */
function monthAfter(ms: number, months: number): string {
  const date = new Date(ms);
  return toText(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months));
}

/** The last month that is over. */
export const lastMonth = (now = Date.now()): string => monthAfter(now, -1);

/** Returns the bytes of one month, 0 without events. */
export const bytesOf = (months: TimeseriesIndex['months'], month: string): number =>
  months.find((one) => one.month === month)?.bytes ?? 0;

/** Returns the last months up to this one, those without events too. */
export const lastMonths = (months: TimeseriesIndex['months'], count: number, now = Date.now()): Month[] =>
  Array.from({ length: count }, (_, index) => {
    const month = monthAfter(now, index + 1 - count);
    return { month, bytes: bytesOf(months, month) };
  });

/** Returns at most so many months with events, the newest. The first one includes all before it. */
export function allMonths(months: TimeseriesIndex['months'], max: number): Month[] {
  const [first, ...rest] = months.slice(-max);
  if (first === undefined) return [];
  const earlier = months.slice(0, -max).reduce((sum, { bytes }) => sum + bytes, 0);
  return [{ ...first, bytes: first.bytes + earlier }, ...rest];
}

/** Which part of a month is before a time: from 0 to 1. */
export function shareBefore(month: string, ms: number): number {
  const [start, end] = [monthStart(month), monthStart(monthAfter(monthStart(month), 1))];
  return Math.max(0, Math.min(1, (ms - start) / (end - start)));
}

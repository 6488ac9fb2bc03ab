import type { Act } from './change.js';

const sameYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' });
const anyYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });

const startOfDay = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);

/** @param time ms since the epoch @returns as in "Today, 25 November" */
export function dayText(time: number, now = Date.now()): string {
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (startOfDay(time) === startOfDay(now)) return `Today, ${sameYear.format(time)}`;
  if (startOfDay(time) === startOfDay(yesterday.getTime())) return 'Yesterday';
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? sameYear : anyYear).format(time);
}

/** Returns acts by the day on which they were done, in the time zone of the person. */
export function groupByDay(acts: readonly Act[]): [day: number, acts: Act[]][] {
  const days: [number, Act[]][] = [];
  for (const act of acts) {
    const day = startOfDay(act.changes[0].time);
    if (days.at(-1)?.[0] === day) days.at(-1)![1].push(act);
    else days.push([day, [act]]);
  }
  return days;
}

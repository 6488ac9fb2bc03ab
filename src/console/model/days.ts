/** Days as in 2026-11-25, in UTC. */
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
export const dayMs = 86_400_000;
const twoDigits = (value: number) => `${value}`.padStart(2, '0');

/** @returns the day of a time in the person's time zone, as in 2026-11-25 */
export function localDay(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** @param day as in 2026-11-25 @returns how many days it is after the day of a time in the person's time zone */
export const daysUntil = (day: string, now = Date.now()): number =>
  Math.round((Date.parse(day) - Date.parse(localDay(now))) / dayMs);

export const daysAgo = (count: number, now = Date.now()): string => toDay(now - count * dayMs);

/** The same day of an earlier year. The 29th of February becomes the 28th. */
export function yearsAgo(count: number, now = Date.now()): string {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear() - count, date.getUTCMonth()];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDay(Date.UTC(year, month, Math.min(date.getUTCDate(), last)));
}

/** @param ms since the epoch @returns its day in UTC, as the person's language writes it */
export const dayName = (ms: number): string => long.format(ms);

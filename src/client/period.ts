/** What a person has written as a time: its first and its last millisecond since the epoch. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const minute = 60_000;
const day = 1_440 * minute;
const units: ReadonlyMap<string, number> = new Map([
  ['m', minute],
  ['h', 60 * minute],
  ['d', day],
  ['w', 7 * day],
]);

const date = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** For messages about a text that is none of these. */
export const periodExamples =
  '2026-01-31 (the day, in UTC), 2026-01-31T12:00:00Z, 1769860800000 (ms), 7d, 2h, today or yesterday';

const instant = (ms: number): Period => ({ from: ms, to: ms });
const dayFrom = (from: number): Period => ({ from, to: from + day - 1 });

/**
 * Reads a day, a time of ISO 8601 (in UTC unless it has a zone), milliseconds since the epoch, a time ago in minutes (`m`),
 * hours, days or weeks (`7d`), `today` or `yesterday`. A day is all of it, in UTC.
 *
 * @param now ms since the epoch
 * @returns null for any other text, and for a day that no calendar has
 */
export function parsePeriod(text: string, now: number): Period | null {
  const today = Math.floor(now / day) * day;
  if (text === 'today') return dayFrom(today);
  if (text === 'yesterday') return dayFrom(today - day);
  if (/^\d{1,15}$/.test(text)) return instant(Number(text));
  const duration = parseDuration(text);
  return duration === null ? parseDate(text) : instant(now - duration);
}

/** Reads a number of minutes (`m`), hours, days or weeks, such as `30d`. @returns ms; null for any other text */
export function parseDuration(text: string): number | null {
  const [, count, unit] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  return unit === undefined ? null : Number(count) * units.get(unit)!;
}

function parseDate(text: string): Period | null {
  const [found, ...parts] = date.exec(text) ?? [];
  if (found === undefined) return null;
  const [year, month, dayOfMonth, hour] = parts.slice(0, 4).map(Number) as [number, number, number, number];
  const from = Date.UTC(year, month - 1, dayOfMonth);
  // JavaScript takes 30 February for 2 March.
  if (new Date(from).getUTCDate() !== dayOfMonth || month < 1 || month > 12) return null;
  if (parts[3] === undefined) return dayFrom(from);
  const ms = Date.parse(parts[7] === undefined ? `${text}Z` : text);
  return Number.isNaN(ms) || hour > 23 ? null : instant(ms);
}

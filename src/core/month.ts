/** A month in UTC. */
export interface Month {
  /** `202611` */
  readonly name: string;
  /** ms since the epoch, inclusive */
  readonly from: number;
  /** ms since the epoch, exclusive */
  readonly to: number;
}

/** The last millisecond of the year 9999: names of months have four digits for the year. */
const lastTime = 253_402_300_799_999;

/** Returns the UTC month of a time in ms since the epoch; for a time outside of 1970 to 9999, the nearest month. */
export function toMonth(timestampMillis: number): Month {
  const date = new Date(Math.min(Math.max(timestampMillis, 0), lastTime));
  return monthFrom(date.getUTCFullYear(), date.getUTCMonth());
}

/** The inverse of `name`. */
export const monthNamed = (name: string): Month =>
  monthFrom(Number(name.slice(0, 4)), Number(name.slice(4)) - 1);

const monthFrom = (year: number, month: number): Month => ({
  name: `${String(year).padStart(4, '0')}${String(month + 1).padStart(2, '0')}`,
  from: Date.UTC(year, month),
  to: Date.UTC(year, month + 1),
});

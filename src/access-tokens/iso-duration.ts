import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const weeks = /^P(\d{1,4})W$/;
const parts = /^P(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/;

/**
 * Returns the ms of an ISO 8601 duration in weeks, or in days, hours, minutes and seconds, in whole numbers. Months and
 * years have no fixed length.
 *
 * @throws BAD_REQUEST for any other text, and for zero
 */
export function parseIsoDuration(text: string, name: string): number {
  const [, inWeeks] = weeks.exec(text) ?? [];
  const [, ...numbers] = parts.exec(text) ?? [];
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = numbers.map((number) => Number(number ?? 0));
  const length =
    Number(inWeeks ?? 0) * 7 * day + days * day + hours * hour + minutes * minute + seconds * second;
  if (length > 0) return length;
  throw badRequest(
    `${name} is ${quoted(text)}; expected an ISO 8601 duration of weeks, or of days, hours, minutes and seconds, ` +
      'such as P30D or PT12H; months and years have no fixed length',
  );
}

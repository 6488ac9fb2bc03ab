import { InvalidArgumentError } from 'commander';
import { parseDuration, parsePeriod, periodExamples } from '../../client/period.js';
import type { Dependencies } from '../dependencies.js';

type Session = Dependencies['session'];

const timeOption =
  (end: 'from' | 'to') =>
  ({ now }: Session) =>
  (text: string): number => {
    const period = parsePeriod(text, now());
    if (period === null) throw new InvalidArgumentError(`It is a time such as ${periodExamples}.`);
    return period[end];
  };

/** Parses a time of an option, or the first ms of a day in UTC. */
export const sinceOption = timeOption('from');

/** Parses a time of an option, or the last ms of a day in UTC. */
export const untilOption = timeOption('to');

/** Parses a duration of an option, in ms. */
export function durationArgument(text: string): number {
  const duration = parseDuration(text);
  if (duration === null) throw new InvalidArgumentError('It is a duration such as 30m, 12h, 30d or 4w.');
  return duration;
}

/** Parses a day, in UTC, or a time of ISO 8601, of an option that may be in the future: ms since the epoch. */
export function momentArgument(text: string): number {
  // Words and durations count from now into the past, and the number 2027 would be two seconds after the epoch.
  const period = /^\d{4}-/.test(text) ? parsePeriod(text, 0) : null;
  if (period !== null) return period.from;
  throw new InvalidArgumentError(
    'It is a time such as 2027-01-31 (the day, in UTC) or 2027-01-31T12:00:00Z.',
  );
}

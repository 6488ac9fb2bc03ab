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

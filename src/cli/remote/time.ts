import { InvalidArgumentError } from 'commander';

/** Parses a time of an option: ms since the epoch, or ISO 8601; without a zone it is UTC. */
export function timeOption(text: string): number {
  const isDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text);
  const hasZone = /Z$|T.*[+-]\d{2}:\d{2}$/.test(text);
  const ms = /^\d{1,15}$/.test(text)
    ? Number(text)
    : isDate
      ? Date.parse(text.includes('T') && !hasZone ? `${text}Z` : text)
      : Number.NaN;
  if (Number.isNaN(ms))
    throw new InvalidArgumentError('It is a time such as 2026-01-31, 2026-01-31T12:00:00Z or 1769860800000.');
  return ms;
}

import { dayMs } from '../../../model/days.js';
import { type Operation, operationKind } from './request.js';

/** Operations of one stretch of time. */
export interface Bucket {
  /** The beginning, in ms since the epoch. */
  readonly ms: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly rows: number;
}

const sizes = [1, 7, 30, 91, 365].map((days) => days * dayMs);
const maxBuckets = 60;

/** Counts operations by stretches of days, weeks or more, at most 60 of them, without gaps, until today. Oldest first. */
export function fillBuckets(operations: readonly Operation[]): { buckets: readonly Bucket[]; size: number } {
  const times = operations.map(({ timestampMillis }) => timestampMillis);
  if (times.length === 0) return { buckets: [], size: dayMs };
  const end = Math.max(Date.now(), ...times);
  const span = end - Math.min(...times);
  const size = sizes.find((each) => span / each < maxBuckets) ?? Math.ceil(span / maxBuckets / dayMs) * dayMs;
  const begin = new Date(Math.min(...times)).setHours(0, 0, 0, 0);
  const found = Array.from({ length: Math.floor((end - begin) / size) + 1 }, (_, index) => ({
    ms: begin + index * size,
    counts: new Map<string, number>(),
    rows: 0,
  }));
  for (const operation of operations) {
    const bucket = found[Math.floor((operation.timestampMillis - begin) / size)]!;
    const kind = operationKind(operation);
    bucket.counts.set(kind, (bucket.counts.get(kind) ?? 0) + 1);
    bucket.rows += operation.numAffectedRows ?? 0;
  }
  return { buckets: found, size };
}

/** Returns the kinds of operations, the commonest first. */
export function sortKinds(buckets: readonly Bucket[]): string[] {
  const totals = new Map<string, number>();
  for (const { counts } of buckets)
    for (const [kind, count] of counts) totals.set(kind, (totals.get(kind) ?? 0) + count);
  return [...totals].sort(([, one], [, other]) => other - one).map(([kind]) => kind);
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
export const dayText = (ms: number): string => day.format(ms);

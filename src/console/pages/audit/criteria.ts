import { useMemo } from 'preact/hooks';
import { type Period, parsePeriod } from '../../../client/period.js';
import { auditEventTypes, changeEventTypes } from '../../../datahub/audit-event-types.js';

/**
 * As in the address of the page. The days `from` and `to` are both inclusive, and in the person's time zone. Sign-ins are
 * hidden unless `signins` is `shown`.
 */
export const noFilter = {
  view: '',
  type: '',
  actor: '',
  subject: '',
  period: '',
  from: '',
  to: '',
  signins: '',
};
export type Filter = Readonly<typeof noFilter>;

const isDeletion = (type: string) => /^(Delete|Truncate)/.test(type);
const isOfData = (type: string) => /(Entity|Aspect|References|Timeseries|Truncate)Event$/.test(type);
const isSignIn = (type: string) => type === 'LogInEvent' || type === 'LogOutEvent';
const types: readonly string[] = [...auditEventTypes, ...changeEventTypes];

export const views: readonly (readonly [view: string, text: string, has: (type: string) => boolean])[] = [
  ['', 'All', () => true],
  ['access', 'Access', (type) => !isOfData(type)],
  ['metadata', 'Metadata', (type) => (changeEventTypes as readonly string[]).includes(type)],
  ['deletions', 'Deletions', isDeletion],
  ['failed', 'Failed', (type) => type === 'FailedLogInEvent'],
];
export const viewOf = (name: string) => views.find(([view]) => view === name) ?? views[0]!;

const day = 86_400_000;
export const periods: readonly (readonly [period: string, text: string, ms: number])[] = [
  ['', 'Any time', 0],
  ['hour', 'Last hour', day / 24],
  ['day', 'Last 24 hours', day],
  ['week', 'Last 7 days', 7 * day],
  ['month', 'Last 30 days', 30 * day],
  ['days', 'From … to …', 0],
];

/**
 * Returns the first and the last ms of a day in the person's time zone, in which a day can have 23 or 25 hours; null for
 * a day that no calendar has.
 */
function localDay(text: string): Period | null {
  const period = parsePeriod(text, Date.now());
  if (period === null) return null;
  const date = new Date(period.from);
  const begin = (later: number) =>
    new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + later).getTime();
  return { from: begin(0), to: begin(1) - 1 };
}

/** @returns the first and the last time that a filter leaves */
function readPeriod({ period, from, to }: Filter): { startTimeMillis?: number; endTimeMillis?: number } {
  const [, , ms] = periods.find(([name]) => name === period) ?? periods[0]!;
  if (ms > 0) return { startTimeMillis: Date.now() - ms };
  const [first, last] = [localDay(from), localDay(to)];
  return { ...(first && { startTimeMillis: first.from }), ...(last && { endTimeMillis: last.to }) };
}

/** Returns what the service filters by. */
function readCriteria(filter: Filter) {
  const { view, type, actor, subject, signins } = filter;
  const [, , has] = viewOf(view);
  const isAll = view === '' && signins === 'shown';
  const ofView = types.filter((one) => has(one) && (signins === 'shown' || !isSignIn(one)));
  return {
    ...(type ? { types: [type] } : !isAll && { types: ofView }),
    ...(actor && { actorUrns: [actor] }),
    ...(subject && { subjectUrns: [subject] }),
    ...readPeriod(filter),
  };
}

/** The same criteria as long as the filter is the same: "the last hour" begins when it is chosen. */
export const useCriteria = (filter: Filter) => useMemo(() => readCriteria(filter), [JSON.stringify(filter)]);

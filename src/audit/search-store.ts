import type { Requester } from '../core/actor.js';
import { sumLengths } from '../db/chunks.js';
import type { Database } from '../db/database.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import { type AuditPosition, auditKinds, newestFirst, type RecordedEvent } from './event.js';
import type { AuditFilter, AuditSource } from './source.js';

export interface AuditPage {
  /** The page begins after this event. */
  readonly after?: AuditPosition | undefined;
  /** The number of events to skip. */
  readonly start: number;
  readonly count: number;
}

/** Events that are counted at most. */
export const maxTotal = 10_000;

export type SearchStore = ReturnType<typeof searchStore>;

/** A row whose texts are in any of its members. */
type Row = Readonly<Record<string, string | number | null>>;

interface Part {
  readonly after?: AuditPosition | undefined;
  readonly count: number;
  /** SQL */
  readonly columns: string;
}

/**
 * Reads the events of all sources in one order. Statements open only the months of the filter's times, and are planned
 * for their values. Only the deadline limits the number of events that a rare filter reads.
 */
export function searchStore(db: Database, maxBytes: number, sources: readonly AuditSource<never>[]) {
  const options = ({ deadline }: Requester) => ({ deadline, unprepared: true, customPlan: true });
  const selectSources = ({ kinds }: AuditFilter) =>
    sources.filter(({ kind }) => !kinds || kinds.includes(kind));

  /** Counts the matching events of a source, up to a limit. */
  async function countRows(
    source: AuditSource<never>,
    filter: AuditFilter,
    limit: number,
    requester: Requester,
  ) {
    const where = source.toWhere(filter);
    let count = 0;
    if (!where || limit === 0) return count;
    await source.inParts(filter, async (from) => {
      const [row] = await db.query<{ count: number }>(
        `SELECT count(*) AS count FROM (
           SELECT FROM ${from} WHERE ${within(filter)} AND ${where.sql} LIMIT ${limit - count}) e`,
        where.params,
        options(requester),
      );
      count += row!.count;
      return count < limit;
    });
    return count;
  }

  /** Reads the matching rows of a source, newest first. @throws TooLarge */
  async function readRows<R extends Row>(
    source: AuditSource<never>,
    filter: AuditFilter,
    { after, count, columns }: Part,
    requester: Requester,
  ): Promise<R[]> {
    const where = source.toWhere(filter);
    const rows: R[] = [];
    if (!where) return rows;
    let bytesLeft = maxBytes;
    const range = after && after.time < filter.to ? { from: filter.from, to: after.time } : filter;
    await source.inParts(range, async (from) => {
      // The limit is a literal, because only a plan that knows it reads no more than the newest events.
      const found = await db.query<R>(
        `SELECT ${columns} FROM ${from}
          WHERE ${within(range)} ${after ? `AND ${behind(after, source)}` : ''} AND ${where.sql}
          ORDER BY time DESC, id DESC LIMIT ${count - rows.length}`,
        where.params,
        { ...options(requester), maxBytes: bytesLeft },
      );
      for (const row of found) {
        rows.push(row);
        bytesLeft -= bytesPerRow + sumLengths(String(row.detail ?? ''));
      }
      return rows.length < count;
    });
    return rows;
  }

  /** Returns the event before which there are `start - 1` others; undefined if there are fewer. */
  async function findPosition(filter: AuditFilter, { start, after }: AuditPage, requester: Requester) {
    const positions: AuditPosition[] = [];
    for (const source of selectSources(filter)) {
      const part = { after, count: start, columns: 'time, id' };
      const keys = await readRows<{ time: number; id: number }>(source, filter, part, requester);
      for (const key of keys) positions.push({ ...key, kind: source.kind });
    }
    return positions.sort(newestFirst)[start - 1];
  }

  return {
    /** Returns the number of matching events, at most `maxTotal`. */
    count: (filter: AuditFilter, requester: Requester): Promise<number> =>
      db.limited(requester, async () => {
        let count = 0;
        for (const source of selectSources(filter))
          count += await countRows(source, filter, maxTotal - count, requester);
        return count;
      }),

    /** Returns a page of the matching events, newest first. @throws TooLarge */
    page: (filter: AuditFilter, page: AuditPage, requester: Requester): Promise<RecordedEvent[]> =>
      db.limited(requester, async () => {
        const { start, count } = page;
        if (count === 0) return [];
        const after = start === 0 ? page.after : await findPosition(filter, page, requester);
        if (start > 0 && !after) return [];
        const events: RecordedEvent[] = [];
        for (const source of selectSources(filter)) {
          const rows = await readRows(source, filter, { after, count, columns: source.columns }, requester);
          await runInTurns(addEvents(events, source, rows), requester.deadline);
        }
        return events.sort(newestFirst).slice(0, count);
      }),
  };
}

/** About what a row takes without its detail. */
const bytesPerRow = 512;

function* addEvents(
  events: RecordedEvent[],
  source: AuditSource<never>,
  rows: readonly Row[],
): Steps<undefined> {
  for (const row of rows) {
    events.push(source.toEvent(row as never));
    yield;
  }
}

const within = ({ from, to }: { readonly from: number; readonly to: number }) =>
  `time BETWEEN ${from} AND ${to}`;

/** SQL: a row of a source comes after a position in the order of `newestFirst`. */
function behind(after: AuditPosition, { kind }: AuditSource<never>): string {
  if (kind === after.kind) return `(time, id) < (${after.time}, ${after.id})`;
  const isLater = auditKinds.indexOf(kind) > auditKinds.indexOf(after.kind);
  return `time ${isLater ? '<=' : '<'} ${after.time}`;
}

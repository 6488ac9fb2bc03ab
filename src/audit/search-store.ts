import type { Requester } from '../core/actor.js';
import { sumLengths } from '../db/chunks.js';
import type { Database } from '../db/database.js';
import { queryMonths } from '../db/months.js';
import type { AuditPosition, RecordedEvent } from './event.js';
import { auditTable } from './month-store.js';

/** Null: any. */
export interface AuditFilter {
  /** ms since the epoch, inclusive like `to` */
  readonly from: number;
  readonly to: number;
  readonly types: readonly string[] | null;
  readonly subjectTypes: readonly string[] | null;
  readonly aspects: readonly string[] | null;
  readonly actorUrns: readonly string[] | null;
  readonly actedForUrns: readonly string[] | null;
  readonly subjects: readonly string[] | null;
}

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

/**
 * Statements name the months of the filter's times. Only the deadline limits the number of events that a rare filter
 * reads.
 */
export function searchStore(db: Database, maxBytes: number) {
  /** Counts matching events of some months, up to a limit. */
  async function countEvents(
    tables: readonly string[],
    params: unknown[],
    limit: number,
    requester: Requester,
  ) {
    const [row] = await db.query<{ count: number }>(
      `SELECT count(*) AS count FROM (SELECT FROM ${unionSql(tables)} WHERE ${matches} LIMIT ${limit}) e`,
      params,
      { deadline: requester.deadline, unprepared: true },
    );
    return row!.count;
  }

  return {
    /** Returns the number of matching events, at most `maxTotal`. */
    async count(filter: AuditFilter, requester: Requester): Promise<number> {
      const params = toParams(filter);
      let count = 0;
      const countGroup = async (tables: readonly string[]) => {
        count += await countEvents(tables, params, maxTotal - count, requester);
        return count < maxTotal;
      };
      await db.limited(requester, () => queryMonths(db.query, auditTable, filter, countGroup));
      return count;
    },

    /** Returns a page of the matching events, newest first. @throws TooLarge */
    async page(filter: AuditFilter, page: AuditPage, requester: Requester): Promise<RecordedEvent[]> {
      const { count, after } = page;
      const events: RecordedEvent[] = [];
      if (count === 0) return events;
      const params = toParams(filter, after);
      let { start } = page;
      let bytesLeft = maxBytes;
      const readGroup = async (tables: readonly string[]) => {
        const rows = await db.query<RecordedEvent>(newestSql(tables, count - events.length, start), params, {
          deadline: requester.deadline,
          unprepared: true,
          maxBytes: bytesLeft,
        });
        for (const event of rows) {
          events.push(event);
          bytesLeft -= bytesPerRow + sumLengths(event.detail);
        }
        if (rows.length > 0) start = 0;
        else if (start > 0) start -= await countEvents(tables, params, start, requester);
        return events.length < count;
      };
      const range = after && after.time < filter.to ? { from: filter.from, to: after.time } : filter;
      await db.limited(requester, () => queryMonths(db.query, auditTable, range, readGroup));
      return events;
    },
  };
}

/** About what a row takes without its detail. */
const bytesPerRow = 512;

const last: AuditPosition = { time: Number.MAX_SAFE_INTEGER, id: 0 };

const toParams = (
  { from, to, types, subjectTypes, aspects, actorUrns, actedForUrns, subjects }: AuditFilter,
  after = last,
): unknown[] => [
  from,
  to,
  types,
  subjectTypes,
  aspects,
  actorUrns,
  subjects,
  after.time,
  after.id,
  actedForUrns,
];

const matches = `time BETWEEN $1::bigint AND $2::bigint AND ($3::text[] IS NULL OR type = ANY($3))
   AND ($4::text[] IS NULL OR subject_type = ANY($4)) AND ($5::text[] IS NULL OR aspect = ANY($5))
   AND ($6::text[] IS NULL OR actor_urn = ANY($6)) AND ($7::text[] IS NULL OR subject = ANY($7))
   AND ($10::text[] IS NULL OR acted_for = ANY($10)) AND (time, id) < ($8::bigint, $9::bigint)`;

const unionSql = (tables: readonly string[]) =>
  `(${tables.map((table) => `SELECT * FROM "${table}"`).join(' UNION ALL ')}) e`;

/** The limit is a literal, because only a plan that knows it reads no more than the newest events. */
const newestSql = (tables: readonly string[], limit: number, start: number) => `
  SELECT time, id, type, outcome, actor_urn AS "actorUrn", acted_for AS "actedFor", subject,
         subject_type AS "subjectType", aspect, request_id AS "requestId", address, user_agent AS "userAgent",
         transport, detail::text AS detail
    FROM ${unionSql(tables)} WHERE ${matches} ORDER BY time DESC, id DESC LIMIT ${limit} OFFSET ${start}`;

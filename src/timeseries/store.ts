import type { Requester } from '../core/actor.js';
import type { Database } from '../db/database.js';
import { isMissingTable } from '../db/errors.js';
import { queryMonths } from '../db/months.js';
import { sharedNext } from '../scheduling/shared.js';
import type { EventCriteria } from './filter.js';
import { criteriaText, matchesFilter } from './filter-sql.js';
import { type TimeseriesAspect, toIndexName } from './timeseries-index.js';

export interface EventFilter {
  /** ms since the epoch, inclusive like `to` */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /** The size of all events together. */
  readonly maxBytes?: number;
  readonly criteria: EventCriteria;
  /** The members at the top of the events to read. Default: the events as they were sent. */
  readonly members?: readonly string[] | undefined;
}

export interface EventText {
  readonly event: string;
  readonly systemMetadata: string | null;
}

interface IndexBytes {
  readonly indexName: string;
  readonly bytes: number;
}

export type TimeseriesStore = ReturnType<typeof timeseriesStore>;

export function timeseriesStore(db: Database) {
  /** Shared by concurrent requests: with thousands of months it takes seconds, and memory of the connection. */
  const indexSizes = sharedNext((): Promise<readonly IndexBytes[]> => db.query(sizesOfIndices));

  return {
    /** Returns every index, including empty ones, largest first, with the bytes of its data and database indexes. */
    indexSizes,

    /**
     * Returns events, newest first, that match the filter.
     *
     * @throws TooLarge
     */
    async events(
      aspect: TimeseriesAspect,
      urn: string,
      { from, to, limit, criteria, members, maxBytes = Number.POSITIVE_INFINITY }: EventFilter,
      requester?: Requester,
    ): Promise<readonly EventText[]> {
      const events: EventText[] = [];
      const params = [urn, from, to, criteriaText(criteria), ...(members ? [members] : [])];
      let bytesLeft = maxBytes;
      const readGroup = async (tables: readonly string[]) => {
        const sql = newestSql(tables, limit - events.length, members ? someMembers : 'event');
        const options = { deadline: requester?.deadline, unprepared: true, maxBytes: bytesLeft };
        for (const event of await db.query<EventText>(sql, params, options)) {
          events.push(event);
          bytesLeft -= event.event.length;
        }
        return events.length < limit;
      };
      await db.limited(requester, () => queryMonths(db.query, toIndexName(aspect), { from, to }, readGroup));
      return events;
    },
  };
}

/** pg_partition_tree would lock months before their index, and so deadlock with the drop of a month. */
const sizesOfIndices = `
  SELECT c.relname::text AS "indexName", coalesce(sum(pg_total_relation_size(m.inhrelid)), 0)::bigint AS bytes
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid LEFT JOIN pg_inherits m ON m.inhparent = c.oid
   WHERE i.inhparent = 'timeseries_events'::regclass
   GROUP BY c.relname ORDER BY bytes DESC, c.relname`;

const someMembers = `coalesce((
  SELECT json_object_agg(key, value) FROM json_each(event) WHERE key = ANY($5::text[])), '{}')`;

/** The limit is a literal, because only a plan that knows it reads no more than the newest events. */
const newestSql = (tables: readonly string[], limit: number, event: string) => `
  SELECT ${event}::text AS event, system_metadata::text AS "systemMetadata"
    FROM (${tables.map((table) => `SELECT * FROM "${table}"`).join(' UNION ALL ')}) e
   WHERE urn = $1 AND timestamp_millis BETWEEN $2 AND $3
     AND ${matchesFilter('e.event', '$4')}
   ORDER BY timestamp_millis DESC, message_id, event_granularity, partition LIMIT ${limit}`;

/** Pages of a month that one statement reads at most. They take 1 MB. Ranges of ctid bound it without an index. */
export const samplePages = 128;

/** The table of a month of an index. */
export interface MonthTableSize {
  readonly table: string;
  /** Bytes of data and database indexes. */
  readonly bytes: number;
  /** Bytes of data. */
  readonly pages: number;
  /** As the database's statistics have it; null: they have nothing yet. */
  readonly eventsPerPage: number | null;
}

export type IndexDetailsStore = ReturnType<typeof indexDetailsStore>;

export function indexDetailsStore({ query }: Pick<Database, 'query'>) {
  /**
   * One statement for each month, so that no statement opens and locks many. Null when the month has been dropped in
   * the meantime.
   */
  async function valueIn(table: string, value: string, condition: string): Promise<number | null> {
    const sql = `SELECT ${value} AS value FROM "${table}" WHERE ${condition}`;
    try {
      const [row] = await query<{ value: number | null }>(sql, [], { unprepared: true });
      return row!.value;
    } catch (error) {
      if (isMissingTable(error)) return null;
      throw error;
    }
  }
  const firstPages = `ctid < '(${samplePages},0)'::tid`;
  const lastPages = (pages: number) => `ctid >= '(${Math.max(0, pages - samplePages)},0)'::tid`;

  return {
    /** Returns every index with its months, oldest first. */
    async months(): Promise<ReadonlyMap<string, readonly MonthTableSize[]>> {
      const rows = await query<MonthTableSize & { indexName: string }>(sizesOfMonths);
      const months = new Map<string, MonthTableSize[]>();
      for (const { indexName, ...month } of rows) {
        const known = months.get(indexName) ?? [];
        months.set(indexName, known);
        if (month.table !== null) known.push(month);
      }
      return months;
    },

    /** Counts the events in the first pages of a month. */
    count: async ({ table }: MonthTableSize): Promise<number> =>
      (await valueIn(table, 'count(*)', firstPages)) ?? 0,

    /** The earliest time in the first pages of a month; null without an event there. */
    earliest: ({ table }: MonthTableSize): Promise<number | null> =>
      valueIn(table, 'min(timestamp_millis)', firstPages),

    /** The latest time in the last pages of a month. */
    latest: ({ table, pages }: MonthTableSize): Promise<number | null> =>
      valueIn(table, 'max(timestamp_millis)', lastPages(pages)),
  };
}

/** pg_partition_tree would lock months before their index, and so deadlock with the drop of a month. */
const sizesOfMonths = `
  SELECT c.relname::text AS "indexName", m.relname::text AS "table",
         coalesce(pg_total_relation_size(m.oid), 0)::bigint AS bytes,
         coalesce(pg_relation_size(m.oid) / current_setting('block_size')::int, 0)::int AS pages,
         CASE WHEN m.relpages > 0 AND m.reltuples >= 0 THEN m.reltuples::float8 / m.relpages END AS "eventsPerPage"
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         LEFT JOIN pg_inherits p ON p.inhparent = c.oid LEFT JOIN pg_class m ON m.oid = p.inhrelid
   WHERE i.inhparent = 'timeseries_events'::regclass
   ORDER BY c.relname, m.relname`;

import type { Requester } from '../core/actor.js';
import type { Database } from '../db/database.js';
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

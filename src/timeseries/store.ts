import type { Database, Transaction } from '../db/database.js';
import { indexNameOf, type Month, monthOf, type TimeseriesAspect } from '../domain/timeseries.js';

/** One event of a time-series aspect; the same key again overwrites. */
export interface EventRow {
  readonly aspect: TimeseriesAspect;
  readonly urn: string;
  readonly timestampMillis: number;
  /** JSON text, empty for none; with the two below a part of the key */
  readonly eventGranularity: string;
  readonly partition: string;
  readonly messageId: string;
  /** The aspect's JSON text, as it came. */
  readonly event: string;
  readonly systemMetadata: string | null;
}

export interface EventFilter {
  /** ms since the epoch, both inclusive */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly fields: readonly { readonly field: string; readonly values: readonly string[] }[];
}

export type TimeseriesStore = ReturnType<typeof timeseriesStore>;

export function timeseriesStore(db: Database) {
  return {
    /**
     * Every index that exists, the empty ones too, largest first; bytes of data and database indexes. Not by
     * pg_partition_tree, which locks months before their index and so deadlocks with a month's drop.
     */
    indexSizes: () =>
      db.query<{ indexName: string; bytes: number }>(
        `SELECT c.relname::text AS "indexName", coalesce(sum(pg_total_relation_size(m.inhrelid)), 0)::bigint AS bytes
           FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid LEFT JOIN pg_inherits m ON m.inhparent = c.oid
          WHERE i.inhparent = 'timeseries_events'::regclass
          GROUP BY c.relname ORDER BY bytes DESC, c.relname`,
      ),

    /** Newest first; the bounds are inclusive, and where several fields are named an event must fit all. @throws TooLarge */
    events: (aspect: TimeseriesAspect, urn: string, { from, to, limit, fields }: EventFilter) =>
      db.bounded<{ event: string; systemMetadata: string | null }>(
        `SELECT event::text AS event, system_metadata::text AS "systemMetadata" FROM timeseries_events e
          WHERE index_name = $1 AND urn = $2 AND timestamp_millis BETWEEN $3 AND $4
            AND NOT EXISTS (SELECT FROM json_to_recordset($5::json) AS f(field text, "values" json)
                             WHERE NOT coalesce(e.event->>f.field IN (SELECT json_array_elements_text(f."values")), false))
          ORDER BY timestamp_millis DESC, message_id, event_granularity, partition LIMIT $6`,
        [indexNameOf(aspect), urn, from, to, JSON.stringify(fields), limit],
      ),
  };
}

/** Adds events, making the partitions that they need. */
export async function appendEvents(tx: Transaction, events: readonly EventRow[]): Promise<void> {
  if (events.length === 0) return;
  await ensurePartitions(tx, events);
  // The last of two with one key wins, as it would one after the other; one statement can't touch a row twice.
  const rows = [...new Map(events.map((event) => [keyOf(event), event])).values()];
  const column = <T>(pick: (event: EventRow) => T) => rows.map(pick);
  await tx.query(
    `INSERT INTO timeseries_events
       (index_name, urn, timestamp_millis, event_granularity, partition, message_id, event, system_metadata)
     SELECT i, u, t, g, p, m, e::json, s::json
       FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
            AS r(i, u, t, g, p, m, e, s)
     ON CONFLICT (urn, timestamp_millis, event_granularity, partition, message_id, index_name)
     DO UPDATE SET event = excluded.event, system_metadata = excluded.system_metadata`,
    [
      column((event) => indexNameOf(event.aspect)),
      column((event) => event.urn),
      column((event) => event.timestampMillis),
      column((event) => event.eventGranularity),
      column((event) => event.partition),
      column((event) => event.messageId),
      column((event) => event.event),
      column((event) => event.systemMetadata),
    ],
  );
}

const keyOf = (event: EventRow) =>
  JSON.stringify([
    event.aspect,
    event.urn,
    event.timestampMillis,
    event.eventGranularity,
    event.partition,
    event.messageId,
  ]);

/** Names are of our own making (an aspect's of the fixed list, a month's number), so they need no quoting rule. */
async function ensurePartitions(tx: Transaction, events: readonly EventRow[]) {
  const wanted = new Map<string, { index: string; month: Month }>();
  for (const { aspect, timestampMillis } of events) {
    const index = indexNameOf(aspect);
    const month = monthOf(timestampMillis);
    wanted.set(`${index}_${month.name}`, { index, month });
  }
  const missing = await tx.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS w(name) WHERE to_regclass(name) IS NULL ORDER BY name',
    [[...wanted.keys()]],
  );
  if (missing.length === 0) return;
  // CREATE TABLE IF NOT EXISTS still fails when two make the same table at once.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalog.timeseries.partitions'))`);
  for (const { name } of missing) {
    const { index, month } = wanted.get(name)!;
    await tx.query(
      `CREATE TABLE IF NOT EXISTS "${index}" PARTITION OF timeseries_events FOR VALUES IN ('${index}')
         PARTITION BY RANGE (timestamp_millis)`,
    );
    await tx.query(
      `CREATE TABLE IF NOT EXISTS "${name}" PARTITION OF "${index}" FOR VALUES FROM (${month.from}) TO (${month.to})`,
    );
  }
}

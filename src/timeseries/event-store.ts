import { toMonth } from '../core/month.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import { toTableName } from '../db/months.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { findMonths, lockMonths } from './month-store.js';
import { type TimeseriesAspect, toIndexName } from './timeseries-index.js';

/** One event of a time-series aspect. It overwrites an event with the same key. */
export interface EventRow {
  readonly aspect: TimeseriesAspect;
  readonly urn: string;
  readonly timestampMillis: number;
  /** A part of the key, as the next two fields; empty if absent. */
  readonly eventGranularity: string;
  readonly partition: string;
  readonly messageId: string;
  /** The aspect's JSON text as the client sent it. */
  readonly event: string;
  readonly systemMetadata: string | null;
}

/** Adds events and creates the missing months. */
export async function appendEvents(tx: Transaction, events: readonly EventRow[]): Promise<void> {
  await lockMonths(tx, await findMonths(tx, events));
  await insertEvents(tx, events);
}

/** Adds events to months that `lockMonths` has locked, in one statement for each month. */
export async function insertEvents(tx: Transaction, events: readonly EventRow[]): Promise<void> {
  const tables = new Map<string, EventRow[]>();
  for (const event of events) {
    const table = toTableName(toIndexName(event.aspect), toMonth(event.timestampMillis));
    const rows = tables.get(table);
    if (rows) rows.push(event);
    else tables.set(table, [event]);
  }
  for (const [table, rows] of tables) await insertInto(tx, table, rows);
}

async function insertInto(tx: Transaction, table: string, events: readonly EventRow[]) {
  // One statement cannot write a row twice: of events with the same key, the last wins.
  const rows = [...new Map(events.map((event) => [eventKey(event), event])).values()];
  await inChunks(
    rows,
    ({ urn, event, systemMetadata }) => sumLengths(urn, event, systemMetadata),
    (chunk) => insertChunk(tx, table, chunk),
  );
}

function insertChunk(tx: Transaction, table: string, rows: readonly EventRow[]) {
  return tx.query(
    `INSERT INTO "${table}"
       (index_name, urn, timestamp_millis, event_granularity, partition, message_id, event, system_metadata)
     SELECT $1::text, urn, time, granularity, partition, message, event::json, metadata::json
       FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
            AS input(urn, time, granularity, partition, message, event, metadata)
     ON CONFLICT (urn, timestamp_millis, event_granularity, partition, message_id, index_name)
     DO UPDATE SET event = excluded.event, system_metadata = excluded.system_metadata`,
    [
      toIndexName(rows[0]!.aspect),
      ...columns(
        rows,
        'urn',
        'timestampMillis',
        'eventGranularity',
        'partition',
        'messageId',
        'event',
        'systemMetadata',
      ),
    ],
    { unprepared: true },
  );
}

const eventKey = ({ urn, timestampMillis, eventGranularity, partition, messageId }: EventRow) =>
  JSON.stringify([urn, timestampMillis, eventGranularity, partition, messageId]);

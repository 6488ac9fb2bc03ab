import { toMonth } from '../core/month.js';
import { getEntityType } from '../core/urn.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import {
  allTimes,
  existingTables,
  inGroups,
  monthTables,
  type TimeRange,
  toTableName,
} from '../db/months.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { findMonths, lockIndices, lockMonths, monthsPerTransaction } from './month-store.js';
import { listIndices, type TimeseriesAspect, toIndexName } from './timeseries-index.js';

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

export interface DeletedEvents {
  readonly events: number;
  /** The same of each entity that had any. */
  readonly byUrn: ReadonlyMap<string, number>;
  /** False if events are left, because they are in more months than one transaction may lock. */
  readonly isComplete: boolean;
}

export interface EventDeletion {
  /** The tables of months that the transaction has locked; the deletion adds more. */
  readonly touched?: Set<string>;
  /** Default: the indices of all aspects of these entities. */
  readonly indexNames?: readonly string[];
  readonly range?: TimeRange;
}

/** Deletes the events of entities that the transaction has locked. */
export async function deleteEvents(
  tx: Transaction,
  urns: readonly string[],
  { touched = new Set(), indexNames: wanted = listAllIndices(urns), range = allTimes }: EventDeletion = {},
): Promise<DeletedEvents> {
  const indexNames = [...(await existingTables(tx, wanted))];
  if (indexNames.length === 0) return { events: 0, byUrn: new Map(), isComplete: true };
  await lockIndices(tx, indexNames);
  const params = [urns, range.from, range.to];
  const found = await tablesWith(tx, indexNames, range, params);
  const tables = found.filter(
    (table) => touched.has(table) || (touched.size < monthsPerTransaction && touched.add(table)),
  );
  let events = 0;
  const byUrn = new Map<string, number>();
  for (const group of inGroups(tables)) {
    for (const { urn, count } of await deleteFrom(tx, group, params)) {
      events += count;
      byUrn.set(urn, (byUrn.get(urn) ?? 0) + count);
    }
  }
  return { events, byUrn, isComplete: tables.length === found.length };
}

const listAllIndices = (urns: readonly string[]) =>
  [...new Set(urns.map(getEntityType))].flatMap(listIndices);

const condition = 'urn = ANY($1::text[]) AND timestamp_millis BETWEEN $2::bigint AND $3::bigint';

/**
 * Returns the tables with events of entities. A rollback releases the locks of each look-up. Else the transaction would
 * lock every month.
 */
async function tablesWith(
  tx: Transaction,
  indexNames: readonly string[],
  range: TimeRange,
  params: readonly unknown[],
) {
  const run = (sql: string) => tx.query(sql, [], { unprepared: true });
  const found: string[] = [];
  await run('SAVEPOINT looking');
  for (const indexName of indexNames) {
    for (const group of inGroups(await monthTables(tx.query, indexName, range))) {
      const looks = group.map(
        ({ table }) => `(SELECT '${table}' AS "table" FROM "${table}" WHERE ${condition} LIMIT 1)`,
      );
      const rows = await tx.query<{ table: string }>(looks.join(' UNION ALL '), params, { unprepared: true });
      found.push(...rows.map(({ table }) => table));
      await run('ROLLBACK TO SAVEPOINT looking');
    }
  }
  await run('RELEASE SAVEPOINT looking');
  return found;
}

/** @returns the number of deleted events of each entity */
function deleteFrom(tx: Transaction, tables: readonly string[], params: readonly unknown[]) {
  const deletions = tables.map(
    (table, n) => `deleted${n} AS (DELETE FROM "${table}" WHERE ${condition} RETURNING urn)`,
  );
  const all = tables.map((_, n) => `SELECT urn FROM deleted${n}`);
  return tx.query<{ urn: string; count: number }>(
    `WITH ${deletions.join(', ')} SELECT urn, count(*) AS count FROM (${all.join(' UNION ALL ')}) d GROUP BY urn`,
    params,
    { unprepared: true },
  );
}

import { randomBytes } from 'node:crypto';
import type { Database } from '../../src/db/database.js';
import { transaction } from '../../src/db/transaction.js';
import { appendEvents, type EventRow } from '../../src/timeseries/event-store.js';
import type { TimeseriesAspect } from '../../src/timeseries/timeseries-index.js';
import type { Caller } from './catalog.js';
import { waitFor } from './wait-for.js';

export const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,events,PROD)';
export const index = 'dataset_datasetprofileaspect_v1';
export const sizes = '/operations?action=getIndexSizes';
export const truncateUrl = '/operations?action=truncateTimeseriesAspect';
export const statusUrl = '/operations?action=getEsTaskStatus';

/** Returns midnight of a day of 2026, in UTC. */
export const day = (month: number, dayOfMonth: number) => Date.UTC(2026, month - 1, dayOfMonth);

/** Returns times from `from` on, one second apart. */
export const seconds = (from: number, count: number) =>
  Array.from({ length: count }, (_, second) => from + second * 1_000);

export const eventAt = (
  timestampMillis: number,
  aspect: TimeseriesAspect = 'datasetProfile',
  of = urn,
): EventRow => ({
  aspect,
  urn: of,
  timestampMillis,
  eventGranularity: '',
  partition: '',
  messageId: '',
  event: JSON.stringify({ timestampMillis, noise: randomBytes(500).toString('hex') }),
  systemMetadata: null,
});

/** Writes an event of 1,000 random characters at each time. */
export const addEvents = (
  db: Database,
  times: readonly number[],
  aspect: TimeseriesAspect = 'datasetProfile',
) =>
  transaction(db, (tx) =>
    appendEvents(
      tx,
      times.map((time) => eventAt(time, aspect)),
    ),
  );

/** Returns the times of the remaining events, oldest first. */
export const timesLeft = async (db: Database) => {
  const rows = await db.query<{ time: number }>(
    `SELECT timestamp_millis AS time FROM "${index}" ORDER BY timestamp_millis`,
  );
  return rows.map(({ time }) => time);
};

export const measureBytes = async (db: Database, table = index) => {
  const [row] = await db.query<{ bytes: number }>(
    'SELECT sum(pg_total_relation_size(inhrelid))::bigint AS bytes FROM pg_inherits WHERE inhparent = $1::text::regclass',
    [table],
  );
  return row!.bytes;
};

export async function readStatus(caller: Caller, task: string) {
  const { body } = await caller.post(statusUrl, { task });
  const { status, ...rest } = JSON.parse(body.value);
  return { ...rest, status: JSON.parse(status) };
}

/** Waits for a task's end and returns its status. */
export async function ended(caller: Caller, task: string) {
  await waitFor(async () => (await readStatus(caller, task)).completed);
  return readStatus(caller, task);
}

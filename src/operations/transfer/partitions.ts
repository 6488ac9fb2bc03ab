import { auditTable, createMonth as createAuditMonth } from '../../audit/month-store.js';
import { toMonth } from '../../core/month.js';
import type { Transaction } from '../../db/query.js';
import { StartupError } from '../../db/startup-error.js';
import { changeTable } from '../../history/insert-sql.js';
import { createMonth as createChangeMonth } from '../../history/month-store.js';
import { findMonths, lockMonths } from '../../timeseries/month-store.js';
import { type TimeseriesAspect, timeseriesAspects, toIndexName } from '../../timeseries/timeseries-index.js';

const aspects = new Map(
  (Object.keys(timeseriesAspects) as TimeseriesAspect[]).map((aspect) => [toIndexName(aspect), aspect]),
);

/** By the table that is partitioned by its `time`. */
const createMonthOf = new Map([
  [auditTable, createAuditMonth],
  [changeTable, createChangeMonth],
]);

type Row = readonly (string | null)[];

function toTime(text: string | null | undefined): number {
  const time = Number(text);
  if (Number.isFinite(time)) return time;
  throw new RangeError(`${JSON.stringify(text)} is not a time`);
}

/** Creates the months that rows of a partitioned table need. @throws StartupError when this build lacks their index */
export async function createMonthsFor(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const at = (name: string) => columns.indexOf(name);
  const create = createMonthOf.get(table);
  if (create) {
    const times = rows.map((row) => toTime(row[at('time')]));
    const months = new Map(times.map((time) => [toMonth(time).name, time]));
    for (const time of months.values()) await create(tx, time);
  }
  if (table === 'timeseries_events') {
    const events = rows.map((row) => {
      const aspect = aspects.get(String(row[at('index_name')]));
      if (!aspect) throw new StartupError(`This build has no time-series index ${row[at('index_name')]}.`);
      return { aspect, timestampMillis: toTime(row[at('timestamp_millis')]) };
    });
    await lockMonths(tx, await findMonths(tx, events));
  }
}

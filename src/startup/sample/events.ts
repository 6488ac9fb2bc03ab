import { dayMs } from '../../core/clock.js';
import type { EventRow } from '../../timeseries/event-store.js';
import { columnCount, datasetUrn, type SampleDatasets } from './dataset.js';

const days = 90;
const hourMs = dayMs / 24;

/** Returns an event of each day up to `now`, the oldest first. @param toValue `daysAgo` counts down to 0 */
function daily(
  aspect: EventRow['aspect'],
  urn: string,
  latest: number,
  toValue: (daysAgo: number, timestampMillis: number) => object,
): EventRow[] {
  return Array.from({ length: days }, (_, index) => days - 1 - index).map((daysAgo) => {
    const timestampMillis = latest - daysAgo * dayMs;
    return {
      ...{ aspect, urn, timestampMillis },
      ...{ eventGranularity: '', partition: '', messageId: '', systemMetadata: null },
      event: JSON.stringify({ timestampMillis, ...toValue(daysAgo, timestampMillis) }),
    };
  });
}

/** More on weekends, as in a shop for gardeners. */
const dailyRows = (average: number, time: number) =>
  Math.round(average * ([0, 6].includes(new Date(time).getUTCDay()) ? 1.5 : 0.8));

/** Returns 90 days of daily profiles and operations. The last ones are less than half a day old. */
export function eventsOf(datasets: SampleDatasets, now: number): EventRow[] {
  return Object.entries(datasets).flatMap(([key, dataset], index) => {
    const { rows, operation } = dataset;
    if (!rows) return [];
    const [today, average] = rows;
    const urn = datasetUrn(key);
    // Not all at the same time.
    const latest = Math.floor(now / hourMs) * hourMs - (index % 10) * hourMs;
    const profiles = daily('datasetProfile', urn, latest, (daysAgo) => ({
      rowCount: today - daysAgo * average,
      columnCount: columnCount(dataset),
    }));
    if (!operation) return profiles;
    const operations = daily('operation', urn, latest, (_, time) => ({
      operationType: operation,
      lastUpdatedTimestamp: time,
      numAffectedRows: dailyRows(average, time),
    }));
    return [...profiles, ...operations];
  });
}

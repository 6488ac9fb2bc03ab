/** The aspects that are kept as events, and the type of entity that each is about (contract, section 8). */
export const timeseriesAspects = {
  datasetProfile: 'dataset',
  datasetUsageStatistics: 'dataset',
  operation: 'dataset',
  dashboardUsageStatistics: 'dashboard',
  chartUsageStatistics: 'chart',
  assertionRunEvent: 'assertion',
  dataProcessInstanceRunEvent: 'dataProcessInstance',
  queryUsageStatistics: 'query',
  datahubIngestionRunSummary: 'dataJob',
  datahubIngestionCheckpoint: 'dataJob',
} as const;

export type TimeseriesAspect = keyof typeof timeseriesAspects;

export const isTimeseriesAspect = (name: string): name is TimeseriesAspect =>
  Object.hasOwn(timeseriesAspects, name);

/** DataHub's name of an index: all lower case, `<entity>_<aspect>aspect_v1`. */
export const indexNameOf = (aspect: TimeseriesAspect): string =>
  `${timeseriesAspects[aspect]}_${aspect}aspect_v1`.toLowerCase();

/** The indices of the aspects that are about a type of entity. */
export const indicesOf = (entityType: string): readonly string[] =>
  (Object.entries(timeseriesAspects) as [TimeseriesAspect, string][])
    .filter(([, home]) => home === entityType)
    .map(([aspect]) => indexNameOf(aspect));

/** The entity and the aspect, lower case, that an index's name is made of. */
export function partsOfIndexName(indexName: string): { entityName: string; aspectName: string } {
  const [entityName = '', aspectName = ''] = indexName.replace(/aspect_v1$/, '').split('_');
  return { entityName, aspectName };
}

/** A month of an index: one partition. */
export interface Month {
  /** `202611` */
  readonly name: string;
  /** ms since the epoch, inclusive */
  readonly from: number;
  /** ms since the epoch, exclusive */
  readonly to: number;
}

/** The last millisecond of the year 9999, up to which a month has a name. */
const lastTime = 253_402_300_799_999;

/** The month, in UTC, that a time in milliseconds since the epoch falls into; outside of 1970 to 9999, the nearest. */
export function monthOf(timestampMillis: number): Month {
  const date = new Date(Math.min(Math.max(timestampMillis, 0), lastTime));
  return monthFrom(date.getUTCFullYear(), date.getUTCMonth());
}

/**
 * The table of a month of an index. PostgreSQL's names have 63 bytes, and it names the table's array type by an underscore
 * and the table: names that differ in their last character alone run out.
 */
export const tableOf = (indexName: string, { name }: Month): string => `${indexName.slice(0, 55)}_${name}`;

/** The month that a table of `tableOf` is for. */
export const monthOfTable = (table: string): Month =>
  monthFrom(Number(table.slice(-6, -2)), Number(table.slice(-2)) - 1);

const monthFrom = (year: number, month: number): Month => ({
  name: `${String(year).padStart(4, '0')}${String(month + 1).padStart(2, '0')}`,
  from: Date.UTC(year, month),
  to: Date.UTC(year, month + 1),
});

const yearAheadMs = 366 * 86_400_000;

/** @returns what is wrong with an event's time, in ms since the epoch; null when it is right */
export function problemOfTime(timestampMillis: number, now: number): string | null {
  const last = now + yearAheadMs;
  if (timestampMillis >= 0 && timestampMillis <= last) return null;
  const until = new Date(last).toISOString().slice(0, 10);
  return (
    `timestampMillis is ${timestampMillis}; expected milliseconds since the epoch from 0 (1970-01-01) to ${last} ` +
    `(${until}, a year ahead)`
  );
}

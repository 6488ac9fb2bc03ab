/** Time-series aspects, with the type of entity that each is about (docs/wire-aspects.md, "Time-series events"). */
export const timeseriesAspects = {
  datasetProfile: 'dataset',
  datasetUsageStatistics: 'dataset',
  operation: 'dataset',
  dashboardUsageStatistics: 'dashboard',
  chartUsageStatistics: 'chart',
  assertionRunEvent: 'assertion',
  dataProcessInstanceRunEvent: 'dataProcessInstance',
  queryUsageStatistics: 'query',
  documentUsageStatistics: 'document',
  datahubIngestionRunSummary: 'dataJob',
  datahubIngestionCheckpoint: 'dataJob',
} as const;

export type TimeseriesAspect = keyof typeof timeseriesAspects;

export const isTimeseriesAspect = (name: string): name is TimeseriesAspect =>
  Object.hasOwn(timeseriesAspects, name);

/** DataHub's name of an index, in lower case: `<entity>_<aspect>aspect_v1`. */
export const indexNameOf = (aspect: TimeseriesAspect): string =>
  `${timeseriesAspects[aspect]}_${aspect}aspect_v1`.toLowerCase();

/** The indices of the aspects of one type of entity. */
export const indicesOf = (entityType: string): readonly string[] =>
  (Object.entries(timeseriesAspects) as [TimeseriesAspect, string][])
    .filter(([, type]) => type === entityType)
    .map(([aspect]) => indexNameOf(aspect));

/** The entity and the aspect, in lower case, in the name of an index. */
export function partsOfIndexName(indexName: string): { entityName: string; aspectName: string } {
  const [entityName = '', aspectName = ''] = indexName.replace(/aspect_v1$/, '').split('_');
  return { entityName, aspectName };
}

/** A month of an index, which is one partition. */
export interface Month {
  /** `202611` */
  readonly name: string;
  /** ms since the epoch, inclusive */
  readonly from: number;
  /** ms since the epoch, exclusive */
  readonly to: number;
}

/** The last millisecond of the year 9999: names of months have four digits for the year. */
const lastTime = 253_402_300_799_999;

/** Returns the UTC month of a time in ms since the epoch; for a time outside of 1970 to 9999, the nearest month. */
export function monthOf(timestampMillis: number): Month {
  const date = new Date(Math.min(Math.max(timestampMillis, 0), lastTime));
  return monthFrom(date.getUTCFullYear(), date.getUTCMonth());
}

/**
 * Returns the table of a month of an index. PostgreSQL limits names to 63 bytes, and names a table's array type by an
 * underscore and the table's name: if names differed in the last character only, it would find no free name.
 */
export const tableOf = (indexName: string, { name }: Month): string => `${indexName.slice(0, 55)}_${name}`;

/** The inverse of `tableOf`. */
export const monthOfTable = (table: string): Month =>
  monthFrom(Number(table.slice(-6, -2)), Number(table.slice(-2)) - 1);

const monthFrom = (year: number, month: number): Month => ({
  name: `${String(year).padStart(4, '0')}${String(month + 1).padStart(2, '0')}`,
  from: Date.UTC(year, month),
  to: Date.UTC(year, month + 1),
});

const yearAheadMs = 366 * 86_400_000;

/** Returns why the time of an event is invalid, or null. @param timestampMillis in ms since the epoch */
export function problemOfTime(timestampMillis: number, now: number): string | null {
  const last = now + yearAheadMs;
  if (timestampMillis >= 0 && timestampMillis <= last) return null;
  const until = new Date(last).toISOString().slice(0, 10);
  return (
    `timestampMillis is ${timestampMillis}; expected milliseconds since the epoch from 0 (1970-01-01) to ${last} ` +
    `(${until}, a year ahead)`
  );
}

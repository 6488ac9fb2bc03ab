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

/** The month, in UTC, that a time in milliseconds since the epoch falls into. */
export function monthOf(timestampMillis: number): Month {
  const date = new Date(timestampMillis);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    name: `${String(year).padStart(4, '0')}${String(month + 1).padStart(2, '0')}`,
    from: Date.UTC(year, month),
    to: Date.UTC(year, month + 1),
  };
}

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
export const toIndexName = (aspect: TimeseriesAspect): string =>
  `${timeseriesAspects[aspect]}_${aspect}aspect_v1`.toLowerCase();

/** The indices of the aspects of one type of entity. */
export const listIndices = (entityType: string): readonly string[] =>
  (Object.entries(timeseriesAspects) as [TimeseriesAspect, string][])
    .filter(([, type]) => type === entityType)
    .map(([aspect]) => toIndexName(aspect));

/** The entity and the aspect, in lower case, in the name of an index. */
export function partsOfIndexName(indexName: string): { entityName: string; aspectName: string } {
  const [entityName = '', aspectName = ''] = indexName.replace(/aspect_v1$/, '').split('_');
  return { entityName, aspectName };
}

/** Returns the entity and the aspect of an index as clients write them. */
export function parseSubject(indexName: string): { entity: string; aspect: string } {
  const known = (Object.keys(timeseriesAspects) as TimeseriesAspect[]).find(
    (aspect) => toIndexName(aspect) === indexName,
  );
  if (known) return { entity: timeseriesAspects[known], aspect: known };
  const { entityName, aspectName } = partsOfIndexName(indexName);
  return { entity: entityName, aspect: aspectName };
}

const yearAheadMs = 366 * 86_400_000;

/** Returns why the time of an event is invalid, or null. @param timestampMillis in ms since the epoch */
export function problemOfTime(timestampMillis: number, now: number): string | null {
  const last = now + yearAheadMs;
  if (timestampMillis >= 0 && timestampMillis <= last) return null;
  const until = new Date(last).toISOString().slice(0, 10);
  return (
    `timestampMillis is ${timestampMillis}; expected milliseconds since the epoch from 0 (1970-01-01) to ${last} ` +
    `(${until}, one year in the future)`
  );
}

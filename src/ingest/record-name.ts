import { aspectNames, findModel } from '../datahub/aspects/models.js';
import { isTimeseriesAspect } from '../timeseries/timeseries-index.js';

/** Returns the member name of an aspect in the response of `GET /aspects`: for an unknown aspect, its own name. */
export function getRecordName(aspectName: string): string {
  const model = isTimeseriesAspect(aspectName) ? undefined : findModel(aspectName);
  if (model) return model.fullName;
  const isKey = aspectName.endsWith('Key');
  return isKey
    ? `com.linkedin.metadata.key.${aspectName[0]!.toUpperCase()}${aspectName.slice(1)}`
    : aspectName;
}

let aspectsByRecord: ReadonlyMap<string, string> | undefined;

/** Returns the aspect that a record is; undefined for other records, and for those of keys and of time series. */
export function findAspectName(recordName: string): string | undefined {
  aspectsByRecord ??= new Map(aspectNames.filter(hasRecord).map((name) => [getRecordName(name), name]));
  return aspectsByRecord.get(recordName);
}

/** Whether DataHub has an aspect of this name, apart from keys and time series. */
export const hasRecord = (aspectName: string): boolean =>
  findModel(aspectName) !== undefined && !aspectName.endsWith('Key') && !isTimeseriesAspect(aspectName);

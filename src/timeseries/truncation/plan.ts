import { badRequest } from '../../core/errors.js';
import { quoted } from '../../core/urn.js';
import { type TimeseriesAspect, timeseriesAspects, toIndexName } from '../timeseries-index.js';
import { flagParameter, integerParameter, readParameters, required, textParameter } from './parameters.js';

/** The parameters of truncateTimeseriesAspect. */
export interface TruncationRequest {
  readonly indexName: string;
  /** ms since the epoch, inclusive */
  readonly endTimeMillis: number;
  readonly dryRun: boolean;
  /** Events that one statement deletes at most. */
  readonly batchSize: number;
  readonly timeoutSeconds: number | null;
  readonly forceDeleteByQuery: boolean | null;
  readonly forceReindex: boolean | null;
}

/** The number of events of an index up to a time, and of all events. */
export interface EventCounts {
  readonly toDelete: number;
  readonly total: number;
}

const defaultBatchSize = 10_000;
const maxBatchSize = 100_000;
const weekSeconds = 604_800;

/** @throws BAD_REQUEST */
export function readTruncation(body: unknown): TruncationRequest {
  const given = readParameters(body);
  const entityType = required('entityType', textParameter(given, 'entityType'));
  const aspect = required('aspect', textParameter(given, 'aspect'));
  return {
    indexName: findIndex(entityType, aspect),
    endTimeMillis: required('endTimeMillis', integerParameter(given, 'endTimeMillis')),
    dryRun: flagParameter(given, 'dryRun') ?? true,
    batchSize: integerParameter(given, 'batchSize', { min: 1, max: maxBatchSize }) ?? defaultBatchSize,
    timeoutSeconds: integerParameter(given, 'timeoutSeconds', { min: 1, max: weekSeconds }),
    forceDeleteByQuery: flagParameter(given, 'forceDeleteByQuery'),
    forceReindex: flagParameter(given, 'forceReindex'),
  };
}

/** Ignores the case of letters, because callers copy the lower-case names of getIndexSizes. */
function findIndex(entityType: string, aspect: string): string {
  const given = `${entityType}_${aspect}`.toLowerCase();
  const pairs = Object.entries(timeseriesAspects) as [TimeseriesAspect, string][];
  const found = pairs.find(([name, entity]) => `${entity}_${name}`.toLowerCase() === given);
  if (found) return toIndexName(found[0]);
  const known = pairs.map(([name, entity]) => `${entity} ${name}`).join(', ');
  throw badRequest(
    `entityType ${quoted(entityType)} has no time-series aspect ${quoted(aspect)}; expected one of ${known}.`,
  );
}

/** DataHub's response, with status 200, to two flags that exclude each other. */
export const bothForced = 'please only set forceReindex OR forceDeleteByQuery flags';

/** Whether both flags are set to the same value, true or false. */
export const forcesBoth = ({ forceDeleteByQuery, forceReindex }: TruncationRequest): boolean =>
  forceDeleteByQuery !== null && forceDeleteByQuery === forceReindex;

/**
 * Whether DataHub would copy the remaining events instead of deleting the others. Only the text of a dry run depends on
 * it: a real run always drops whole months and deletes events of the last one.
 */
export const reindexes = ({ toDelete, total }: EventCounts, request: TruncationRequest): boolean =>
  !request.forceDeleteByQuery && (request.forceReindex === true || toDelete > Math.floor(total / 2));

/** Clients of DataHub parse this sentence. */
export function describeDryRun(counts: EventCounts, request: TruncationRequest): string {
  const { toDelete, total } = counts;
  // toFixed would round 1.005 down.
  const percent = Math.round((toDelete * 10_000) / total) / 100;
  const how = reindexes(counts, request)
    ? 'Reindexing the aspect without the deleted records.'
    : 'Issuing a delete by query request.';
  return (
    `Delete ${toDelete} out of ${total} rows (${percent.toFixed(2)}%). ${how} ` +
    'This was a dry run. Run with dryRun = false to execute.'
  );
}

import { badRequest } from '../../core/errors.js';
import { quoted } from '../../core/urn.js';
import { indexNameOf, type TimeseriesAspect, timeseriesAspects } from '../timeseries-index.js';
import { flagOf, integerOf, readParameters, required, textOf } from './parameters.js';

/** What truncateTimeseriesAspect was asked to do. */
export interface TruncationRequest {
  readonly indexName: string;
  /** ms since the epoch; events of this very time go as well */
  readonly endTimeMillis: number;
  readonly dryRun: boolean;
  /** events that one statement deletes at most */
  readonly batchSize: number;
  readonly timeoutSeconds: number | null;
  readonly forceDeleteByQuery: boolean | null;
  readonly forceReindex: boolean | null;
}

/** Events of an index: those up to a time, and all of them. */
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
  const entityType = required('entityType', textOf(given, 'entityType'));
  const aspect = required('aspect', textOf(given, 'aspect'));
  return {
    indexName: indexOf(entityType, aspect),
    endTimeMillis: required('endTimeMillis', integerOf(given, 'endTimeMillis')),
    dryRun: flagOf(given, 'dryRun') ?? true,
    batchSize: integerOf(given, 'batchSize', { min: 1, max: maxBatchSize }) ?? defaultBatchSize,
    timeoutSeconds: integerOf(given, 'timeoutSeconds', { min: 1, max: weekSeconds }),
    forceDeleteByQuery: flagOf(given, 'forceDeleteByQuery'),
    forceReindex: flagOf(given, 'forceReindex'),
  };
}

/** In any case, since callers copy the lower-case names that getIndexSizes shows. */
function indexOf(entityType: string, aspect: string): string {
  const asked = `${entityType}_${aspect}`.toLowerCase();
  const pairs = Object.entries(timeseriesAspects) as [TimeseriesAspect, string][];
  const found = pairs.find(([name, entity]) => `${entity}_${name}`.toLowerCase() === asked);
  if (found) return indexNameOf(found[0]);
  const known = pairs.map(([name, entity]) => `${entity} ${name}`).join(', ');
  throw badRequest(
    `entityType ${quoted(entityType)} has no time-series aspect ${quoted(aspect)}; there are ${known}.`,
  );
}

/** What DataHub answers, as a success, to the two flags that exclude each other. */
export const bothForced = 'please only set forceReindex OR forceDeleteByQuery flags';

/** Set alike, to false as well. */
export const forcesBoth = ({ forceDeleteByQuery, forceReindex }: TruncationRequest): boolean =>
  forceDeleteByQuery !== null && forceDeleteByQuery === forceReindex;

/**
 * Whether DataHub would copy what stays rather than delete what goes. Here it decides what a dry run says, and
 * nothing else: a real run drops whole months and deletes within one, whatever the share.
 */
export const reindexes = ({ toDelete, total }: EventCounts, request: TruncationRequest): boolean =>
  !request.forceDeleteByQuery && (request.forceReindex === true || toDelete > Math.floor(total / 2));

/** The sentence that clients of DataHub parse. */
export function describeDryRun(counts: EventCounts, request: TruncationRequest): string {
  const { toDelete, total } = counts;
  // toFixed alone would round 1.005 down.
  const percent = Math.round((toDelete * 10_000) / total) / 100;
  const how = reindexes(counts, request)
    ? 'Reindexing the aspect without the deleted records.'
    : 'Issuing a delete by query request.';
  return (
    `Delete ${toDelete} out of ${total} rows (${percent.toFixed(2)}%). ${how} ` +
    'This was a dry run. Run with dryRun = false to execute.'
  );
}

import { toMap } from '../core/to-map.js';
import { readList, readNumber, readText, readWhole, readWord, toMembers } from './event-members.js';

export const partitionTypes = ['FULL_TABLE', 'QUERY', 'PARTITION'] as const;

/** An event of datasetProfile. */
export type DatasetProfile = ReturnType<typeof parseProfile>;
export type FieldProfile = NonNullable<ReturnType<typeof parseFieldProfile>>;
export type PartitionSpec = NonNullable<ReturnType<typeof parsePartitionSpec>>;

export function parseProfile(event: unknown) {
  const given = toMembers(event);
  return {
    // A write without it is refused.
    timestampMillis: readWhole(given.timestampMillis)!,
    rowCount: readWhole(given.rowCount),
    columnCount: readWhole(given.columnCount),
    sizeInBytes: readWhole(given.sizeInBytes),
    fieldProfiles: readList(given.fieldProfiles, parseFieldProfile),
    partitionSpec: parsePartitionSpec(given.partitionSpec),
  };
}

function parseFieldProfile(value: unknown) {
  const given = toMembers(value);
  const fieldPath = readText(given.fieldPath);
  if (fieldPath === null) return null;
  return {
    fieldPath,
    uniqueCount: readWhole(given.uniqueCount),
    uniqueProportion: readNumber(given.uniqueProportion),
    nullCount: readWhole(given.nullCount),
    nullProportion: readNumber(given.nullProportion),
    min: readText(given.min),
    max: readText(given.max),
    mean: readText(given.mean),
    median: readText(given.median),
    stdev: readText(given.stdev),
    sampleValues: readList(given.sampleValues, readText),
  };
}

function parsePartitionSpec(value: unknown) {
  const given = toMembers(value);
  const partition = readText(given.partition);
  if (partition === null) return null;
  const window = toMembers(given.timePartition);
  const [startTimeMillis, durationMillis] = [readWhole(window.startTimeMillis), parseDuration(window.length)];
  return {
    type: readWord(partitionTypes, given.type) ?? 'FULL_TABLE',
    partition,
    timePartition:
      startTimeMillis === null || durationMillis === null ? null : { startTimeMillis, durationMillis },
  };
}

const unitMillis: ReadonlyMap<string, number> = toMap({
  SECOND: 1_000,
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
  WEEK: 604_800_000,
});

/** Returns the length of a window in ms; null in units that have no fixed length, such as months. */
function parseDuration(value: unknown): number | null {
  const { unit, multiple } = toMembers(value);
  return readWhole((readWhole(multiple) ?? 1) * (unitMillis.get(String(unit)) ?? Number.NaN));
}

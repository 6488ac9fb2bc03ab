import { mapOf } from '../core/map-of.js';
import { listOf, membersOf, numberOf, oneOf, textOf, wholeOf } from './event-members.js';

export const partitionTypes = ['FULL_TABLE', 'QUERY', 'PARTITION'] as const;

/** An event of datasetProfile. */
export type DatasetProfile = ReturnType<typeof profileOf>;
export type FieldProfile = NonNullable<ReturnType<typeof fieldProfileOf>>;
export type PartitionSpec = NonNullable<ReturnType<typeof partitionSpecOf>>;

export function profileOf(event: unknown) {
  const given = membersOf(event);
  return {
    // A write without it is refused.
    timestampMillis: wholeOf(given.timestampMillis)!,
    rowCount: wholeOf(given.rowCount),
    columnCount: wholeOf(given.columnCount),
    sizeInBytes: wholeOf(given.sizeInBytes),
    fieldProfiles: listOf(given.fieldProfiles, fieldProfileOf),
    partitionSpec: partitionSpecOf(given.partitionSpec),
  };
}

function fieldProfileOf(value: unknown) {
  const given = membersOf(value);
  const fieldPath = textOf(given.fieldPath);
  if (fieldPath === null) return null;
  return {
    fieldPath,
    uniqueCount: wholeOf(given.uniqueCount),
    uniqueProportion: numberOf(given.uniqueProportion),
    nullCount: wholeOf(given.nullCount),
    nullProportion: numberOf(given.nullProportion),
    min: textOf(given.min),
    max: textOf(given.max),
    mean: textOf(given.mean),
    median: textOf(given.median),
    stdev: textOf(given.stdev),
    sampleValues: listOf(given.sampleValues, textOf),
  };
}

function partitionSpecOf(value: unknown) {
  const given = membersOf(value);
  const partition = textOf(given.partition);
  if (partition === null) return null;
  const window = membersOf(given.timePartition);
  const [startTimeMillis, durationMillis] = [wholeOf(window.startTimeMillis), durationOf(window.length)];
  return {
    type: oneOf(partitionTypes, given.type) ?? 'FULL_TABLE',
    partition,
    timePartition:
      startTimeMillis === null || durationMillis === null ? null : { startTimeMillis, durationMillis },
  };
}

const unitMillis: ReadonlyMap<string, number> = mapOf({
  SECOND: 1_000,
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
  WEEK: 604_800_000,
});

/** Returns the length of a window in ms; null in units that have no fixed length, such as months. */
function durationOf(value: unknown): number | null {
  const { unit, multiple } = membersOf(value);
  return wholeOf((wholeOf(multiple) ?? 1) * (unitMillis.get(String(unit)) ?? Number.NaN));
}

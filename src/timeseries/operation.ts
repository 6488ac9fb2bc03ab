import { listOf, membersOf, oneOf, textOf, wholeOf } from './event-members.js';

export const operationTypes = [
  'INSERT',
  'UPDATE',
  'DELETE',
  'CREATE',
  'ALTER',
  'DROP',
  'CUSTOM',
  'UNKNOWN',
] as const;
export const operationSources = ['DATA_PLATFORM', 'DATA_PROCESS'] as const;

/** An event of operation. */
export type Operation = ReturnType<typeof operationOf>;

export function operationOf(event: unknown) {
  const given = membersOf(event);
  // A write without it is refused.
  const timestampMillis = wholeOf(given.timestampMillis)!;
  return {
    timestampMillis,
    actor: textOf(given.actor),
    operationType: oneOf(operationTypes, given.operationType) ?? 'UNKNOWN',
    customOperationType: textOf(given.customOperationType),
    sourceType: oneOf(operationSources, given.sourceType),
    numAffectedRows: wholeOf(given.numAffectedRows),
    affectedDatasets: listOf(given.affectedDatasets, textOf),
    lastUpdatedTimestamp: wholeOf(given.lastUpdatedTimestamp) ?? timestampMillis,
    partition: textOf(membersOf(given.partitionSpec).partition),
    customProperties: entriesOf(given.customProperties),
  };
}

const entriesOf = (value: unknown) =>
  value === null || value === undefined
    ? null
    : Object.entries(membersOf(value)).map(([key, text]) => ({ key, value: textOf(text) }));

import { readList, readText, readWhole, readWord, toMembers } from './event-members.js';

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
export type Operation = ReturnType<typeof parseOperation>;

export function parseOperation(event: unknown) {
  const given = toMembers(event);
  // A write without it is refused.
  const timestampMillis = readWhole(given.timestampMillis)!;
  return {
    timestampMillis,
    actor: readText(given.actor),
    operationType: readWord(operationTypes, given.operationType) ?? 'UNKNOWN',
    customOperationType: readText(given.customOperationType),
    sourceType: readWord(operationSources, given.sourceType),
    numAffectedRows: readWhole(given.numAffectedRows),
    affectedDatasets: readList(given.affectedDatasets, readText),
    lastUpdatedTimestamp: readWhole(given.lastUpdatedTimestamp) ?? timestampMillis,
    partition: readText(toMembers(given.partitionSpec).partition),
    customProperties: toEntries(given.customProperties),
  };
}

const toEntries = (value: unknown) =>
  value === null || value === undefined
    ? null
    : Object.entries(toMembers(value)).map(([key, text]) => ({ key, value: readText(text) }));

import { graphql } from '../../../../client/documents.js';
import { useQuery } from '../../../api/use-query.js';
import type { Column } from './column.js';

const shares = graphql(`
  query NullShares($urn: String!, $limit: Int!) {
    dataset(urn: $urn) {
      datasetProfiles(limit: $limit) {
        partitionSpec {
          type
        }
        fieldProfiles {
          fieldPath
          nullProportion
        }
      }
    }
  }
`);

/** Of wide tables only the newest profile is read, and none of the widest. */
const [profilesMax, manyColumns, columnsMax] = [8, 300, 3_000];

/** Shares of rows without a value, the oldest first. */
export type Shares = readonly number[];

/** Returns what the newest profiles say about missing values, by column. Undefined: they say nothing. */
export function useNulls(
  urn: string,
  columns: readonly Column[],
  isComplete: boolean,
): ((column: Column) => Shares) | undefined {
  const isRead = isComplete && columns.length > 0 && columns.length <= columnsMax;
  const limit = columns.length > manyColumns ? 1 : profilesMax;
  const { data } = useQuery(shares, isRead ? { urn, limit } : null);
  const byPath = new Map<string, number[]>();
  for (const { partitionSpec, fieldProfiles } of [...(data?.dataset?.datasetProfiles ?? [])].reverse()) {
    if (partitionSpec?.type === 'PARTITION') continue;
    for (const { fieldPath, nullProportion } of fieldProfiles ?? [])
      if (nullProportion !== null)
        byPath.set(fieldPath, [...(byPath.get(fieldPath) ?? []), Math.min(1, Math.max(0, nullProportion))]);
  }
  if (byPath.size === 0) return undefined;
  return ({ fieldPath, name }) => byPath.get(fieldPath) ?? byPath.get(name) ?? [];
}

import { graphql } from '../../../../client/documents.js';
import { useQuery } from '../../../api/use-query.js';
import { columnKeys } from '../../../model/field-path.js';
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
  const profiles = [...(data?.dataset?.datasetProfiles ?? [])]
    .reverse()
    .filter(({ partitionSpec }) => partitionSpec?.type !== 'PARTITION')
    .flatMap(({ fieldProfiles }) => fieldProfiles ?? []);
  const toKey = columnKeys([...columns, ...profiles].map(({ fieldPath }) => fieldPath));
  const byKey = new Map<string, number[]>();
  for (const { fieldPath, nullProportion } of profiles) {
    if (nullProportion === null) continue;
    const key = toKey(fieldPath);
    byKey.set(key, [...(byKey.get(key) ?? []), Math.min(1, Math.max(0, nullProportion))]);
  }
  if (byKey.size === 0) return undefined;
  return ({ fieldPath, name }) => byKey.get(toKey(fieldPath)) ?? byKey.get(name) ?? [];
}

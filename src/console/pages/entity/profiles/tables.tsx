import { Table } from '../../../kit/table.js';
import { Time } from '../../../kit/time.js';
import { bytesText, countText, numberText } from '../../../model/numbers.js';
import type { Bucket } from './buckets.js';
import { dayText } from './buckets.js';
import type { Profile } from './request.js';

const orNone = (value: number | null, text: (value: number) => string) => (value === null ? '' : text(value));

/** @param profiles the newest first */
export const ProfileTable = ({ profiles }: { profiles: readonly Profile[] }) => (
  <details>
    <summary>Show the profiles as a table</summary>
    <Table
      label="Profiles"
      rows={profiles}
      rowKey={(profile) => profiles.indexOf(profile)}
      columns={[
        { head: 'Profiled', cell: ({ timestampMillis }) => <Time ms={timestampMillis} /> },
        { head: 'Rows', kind: 'number', cell: ({ rowCount }) => orNone(rowCount, numberText) },
        { head: 'Columns', kind: 'number', cell: ({ columnCount }) => orNone(columnCount, numberText) },
        { head: 'Size', kind: 'number', cell: ({ sizeInBytes }) => orNone(sizeInBytes, bytesText) },
      ]}
    />
  </details>
);

interface OperationTableProps {
  /** Oldest first. */
  buckets: readonly Bucket[];
  kinds: readonly string[];
}

export const OperationTable = ({ buckets, kinds }: OperationTableProps) => (
  <details>
    <summary>Show the operations as a table</summary>
    <Table
      label="Operations"
      rows={buckets.filter(({ counts }) => counts.size > 0).reverse()}
      rowKey={({ ms }) => ms}
      columns={[
        { head: 'From', cell: ({ ms }) => dayText(ms) },
        ...kinds.map((kind) => ({
          head: kind,
          kind: 'number' as const,
          cell: ({ counts }: Bucket) => counts.get(kind) ?? 0,
        })),
        { head: 'Rows', kind: 'number', cell: ({ rows }) => countText(rows) },
      ]}
    />
  </details>
);

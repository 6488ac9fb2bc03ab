import { TableFrame } from '../../../kit/table-frame.js';
import { Time } from '../../../kit/time.js';
import { bytesText, numberText } from '../../../model/numbers.js';
import type { Bucket } from './buckets.js';
import { countText, dayText } from './numbers.js';
import type { Profile } from './request.js';

const orNone = (value: number | null, text: (value: number) => string) => (value === null ? '' : text(value));

/** @param profiles the newest first */
export const ProfileTable = ({ profiles }: { profiles: readonly Profile[] }) => (
  <details>
    <summary>The profiles as a table</summary>
    <TableFrame label="Profiles" isShort>
      <table>
        <thead>
          <tr>
            <th scope="col">Profiled</th>
            <th scope="col" class="number">
              Rows
            </th>
            <th scope="col" class="number">
              Columns
            </th>
            <th scope="col" class="number">
              Size
            </th>
          </tr>
        </thead>
        <tbody>
          {profiles.map(({ timestampMillis, rowCount, columnCount, sizeInBytes }, index) => (
            <tr key={index}>
              <th scope="row">
                <Time ms={timestampMillis} />
              </th>
              <td class="number">{orNone(rowCount, numberText)}</td>
              <td class="number">{orNone(columnCount, numberText)}</td>
              <td class="number">{orNone(sizeInBytes, bytesText)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  </details>
);

interface OperationTableProps {
  /** Oldest first. */
  buckets: readonly Bucket[];
  kinds: readonly string[];
}

export const OperationTable = ({ buckets, kinds }: OperationTableProps) => (
  <details>
    <summary>The operations as a table</summary>
    <TableFrame label="Operations" isShort>
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col" class="number">
                {kind}
              </th>
            ))}
            <th scope="col" class="number">
              Rows
            </th>
          </tr>
        </thead>
        <tbody>
          {buckets
            .filter(({ counts }) => counts.size > 0)
            .reverse()
            .map(({ ms, counts, rows }) => (
              <tr key={ms}>
                <th scope="row">{dayText(ms)}</th>
                {kinds.map((kind) => (
                  <td key={kind} class="number">
                    {counts.get(kind) ?? 0}
                  </td>
                ))}
                <td class="number">{countText(rows)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </TableFrame>
  </details>
);

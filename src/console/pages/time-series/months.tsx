import { bytesText } from '../../model/numbers.js';
import type { TimeseriesIndex } from './request.js';

const shown = 24;
const width = 7;

/** The sizes of the last months as columns, the newest at the end. */
export function Months({ months }: Pick<TimeseriesIndex, 'months'>) {
  const last = months.slice(-shown);
  const largest = Math.max(...last.map(({ bytes }) => bytes), 1);
  const [first, newest] = [last[0], last.at(-1)];
  if (!first || !newest) return <span class="soft">none</span>;
  return (
    <details class="months">
      <summary>
        <svg width={last.length * width} height="24" role="img">
          <title>
            {first.month} to {newest.month}, at most {bytesText(largest)} a month
          </title>
          {last.map(({ month, bytes }, index) => {
            const height = Math.max(1, (bytes / largest) * 24);
            return (
              <rect
                key={month}
                class="part"
                x={index * width}
                y={24 - height}
                width={width - 1}
                height={height}
              />
            );
          })}
        </svg>
      </summary>
      <dl class="facts">
        {[...months].reverse().map(({ month, bytes }) => (
          <>
            <dt key={month}>{month}</dt>
            <dd class="number">{bytesText(bytes)}</dd>
          </>
        ))}
      </dl>
    </details>
  );
}

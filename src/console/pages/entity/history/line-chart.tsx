import { exactTime } from '../../../kit/time.js';
import { dayText } from './numbers.js';

interface LineChartProps {
  title: string;
  /** Oldest first. */
  points: readonly { readonly ms: number; readonly value: number }[];
  text(value: number): string;
}

const width = 600;
const height = 120;

/** How a number changes over time. The numbers stand in a table elsewhere. */
export function LineChart({ title, points, text }: LineChartProps) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (ms: number) => ((ms - first.ms) / (last.ms - first.ms || 1)) * width;
  const y = (value: number) => height - 4 - ((value - low) / (high - low || 1)) * (height - 8);
  const line = points.map(({ ms, value }) => `${x(ms).toFixed(1)},${y(value).toFixed(1)}`);
  const summary = `${title}: from ${text(first.value)} on ${dayText(first.ms)} to ${text(last.value)} on ${dayText(last.ms)}`;
  return (
    <figure class="chart">
      <figcaption>
        {title} <strong>{text(last.value)}</strong> <span class="soft">{dayText(last.ms)}</span>
      </figcaption>
      <div class="plot">
        <div class="scale soft" aria-hidden="true">
          <span>{text(high)}</span>
          {low !== high && <span>{text(low)}</span>}
        </div>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={summary}>
          <polyline
            points={(line.length > 1 ? line : [`0,${y(first.value)}`, `${width},${y(first.value)}`]).join(
              ' ',
            )}
          />
          {points.map(({ ms, value }, index) => {
            const from = index === 0 ? 0 : (x(points[index - 1]!.ms) + x(ms)) / 2;
            const to = index === points.length - 1 ? width : (x(ms) + x(points[index + 1]!.ms)) / 2;
            return (
              <rect key={index} class="hit" x={from} y={0} width={Math.max(to - from, 0)} height={height}>
                <title>{`${exactTime(ms)}: ${text(value)}`}</title>
              </rect>
            );
          })}
        </svg>
      </div>
      <div class="ends soft" aria-hidden="true">
        <span>{dayText(first.ms)}</span>
        <span>{dayText(last.ms)}</span>
      </div>
    </figure>
  );
}

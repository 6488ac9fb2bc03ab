import { dayText } from './numbers.js';
import { Plot, plotHeight, plotWidth } from './plot.js';

interface LineChartProps {
  title: string;
  /** Oldest first. */
  points: readonly { readonly ms: number; readonly value: number }[];
  text(value: number): string;
}

/** How a number has changed until today. */
export function LineChart({ title, points, text }: LineChartProps) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const end = Math.max(Date.now(), last.ms);
  const x = (ms: number) => ((ms - first.ms) / (end - first.ms || 1)) * plotWidth;
  const y = (value: number) => plotHeight - 4 - ((value - low) / (high - low || 1)) * (plotHeight - 8);
  const line = points.map(({ ms, value }) => `${x(ms).toFixed(1)},${y(value).toFixed(1)}`);
  return (
    <Plot
      title={title}
      scale={low === high ? [text(high)] : [text(high), text(low)]}
      ends={[dayText(first.ms), 'today']}
      places={points.map(({ ms }) => x(ms))}
      valueText={(index) => `${text(points[index]!.value)} on ${dayText(points[index]!.ms)}`}
    >
      <polyline points={line.join(' ')} />
      {/* The last value is the value until today. */}
      <polyline class="since" points={`${line.at(-1)} ${plotWidth},${y(last.value).toFixed(1)}`} />
    </Plot>
  );
}

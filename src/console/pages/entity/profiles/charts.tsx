import { countText } from '../../../model/numbers.js';
import type { Bucket } from './buckets.js';
import { dayText } from './buckets.js';
import { Plot, plotHeight, plotWidth } from './plot.js';

interface BarChartProps {
  title: string;
  /** Oldest first, the last one with today. */
  buckets: readonly Bucket[];
  kinds: readonly string[];
}

/** Further kinds share the last colour. */
const colors = 6;

/** How often each kind of operation happened over time. */
export function BarChart({ title, buckets, kinds }: BarChartProps) {
  const high = Math.max(...buckets.map(({ counts }) => sum(counts)));
  const step = plotWidth / buckets.length;
  return (
    <Plot
      title={title}
      scale={[countText(high), '0']}
      ends={[dayText(buckets[0]!.ms), 'today']}
      places={buckets.map((_, index) => (index + 0.5) * step)}
      valueText={(index) => bucketText(buckets[index]!, kinds)}
      legend={
        <span class="row legend">
          {kinds.map((kind, index) => (
            <span key={kind}>
              <svg class="key" viewBox="0 0 1 1" aria-hidden="true">
                <rect width="1" height="1" class={seriesClass(index)} />
              </svg>{' '}
              {kind}
            </span>
          ))}
        </span>
      }
    >
      {buckets.map(({ ms, counts }, place) => {
        let top = plotHeight;
        return kinds.map((kind, index) => {
          const tall = ((counts.get(kind) ?? 0) / high) * plotHeight;
          top -= tall;
          return (
            tall > 0 && (
              <rect
                key={`${ms} ${kind}`}
                class={seriesClass(index)}
                x={(place + 0.1) * step}
                y={top}
                width={step * 0.8}
                height={tall}
              />
            )
          );
        });
      })}
    </Plot>
  );
}

const sum = (counts: Bucket['counts']) => [...counts.values()].reduce((all, count) => all + count, 0);

/** As in "12 on Nov 25, 2026: 10 update, 2 delete". */
function bucketText({ ms, counts }: Bucket, kinds: readonly string[]): string {
  const parts = kinds.flatMap((kind) => (counts.get(kind) ? `${countText(counts.get(kind)!)} ${kind}` : []));
  return `${countText(sum(counts))} on ${dayText(ms)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
}

const seriesClass = (index: number) => `series-${Math.min(index, colors - 1)}`;

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

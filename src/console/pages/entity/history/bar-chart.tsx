import type { Bucket } from './buckets.js';
import { countText, dayText } from './numbers.js';

interface BarChartProps {
  title: string;
  buckets: readonly Bucket[];
  kinds: readonly string[];
}

const width = 600;
const height = 120;
/** Further kinds share the last colour. */
const colors = 6;

/** How often each kind of operation happened over time. The numbers stand in a table elsewhere. */
export function BarChart({ title, buckets, kinds }: BarChartProps) {
  const totals = buckets.map(({ counts }) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const high = Math.max(...totals);
  const step = width / buckets.length;
  const total = totals.reduce((sum, count) => sum + count, 0);
  return (
    <figure class="chart">
      <figcaption>
        {title} <strong>{countText(total)}</strong>
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
      </figcaption>
      <div class="plot">
        <div class="scale soft" aria-hidden="true">
          <span>{countText(high)}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}: ${countText(total)}, of ${kinds.join(', ')}`}
        >
          {buckets.map(({ ms, counts }, place) => {
            let top = height;
            return (
              <g key={ms}>
                <title>
                  {[
                    dayText(ms),
                    ...kinds.flatMap((kind) => (counts.get(kind) ? `${kind} ${counts.get(kind)}` : [])),
                  ].join(', ')}
                </title>
                <rect class="hit" x={place * step} y={0} width={step} height={height} />
                {kinds.map((kind, index) => {
                  const tall = ((counts.get(kind) ?? 0) / high) * height;
                  top -= tall;
                  return (
                    tall > 0 && (
                      <rect
                        key={kind}
                        class={seriesClass(index)}
                        x={place * step + step * 0.1}
                        y={top}
                        width={step * 0.8}
                        height={tall}
                      />
                    )
                  );
                })}
              </g>
            );
          })}
        </svg>
      </div>
      <div class="ends soft" aria-hidden="true">
        <span>{dayText(buckets[0]!.ms)}</span>
        <span>{dayText(buckets.at(-1)!.ms)}</span>
      </div>
    </figure>
  );
}

const seriesClass = (index: number) => `series-${Math.min(index, colors - 1)}`;

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export const [plotWidth, plotHeight] = [600, 120];

interface PlotProps {
  title: string;
  /** The values at the left, the highest first. */
  scale: readonly string[];
  /** The times at the left and right edges. */
  ends: readonly [string, string];
  /** The middle of each value on the time axis, from 0 to `plotWidth`. */
  places: readonly number[];
  /** As in "4.2M on Nov 25, 2026". */
  valueText(index: number): string;
  /** Below the title. */
  legend?: ComponentChildren;
  /** In the coordinates of the plot. */
  children: ComponentChildren;
}

/** The values of a chart, of which the pointer or the arrow keys choose one. The numbers are in a table elsewhere. */
export function Plot({ title, scale, ends, places, valueText, legend, children }: PlotProps) {
  const at = useSignal<number | null>(null);
  const last = places.length - 1;
  const index = Math.min(at.value ?? last, last);
  const move = (to: number) => (at.value = Math.max(0, Math.min(last, to)));
  return (
    <figure class="chart">
      <figcaption>
        <span class="row one">
          {title} <strong>{valueText(index)}</strong>
        </span>
        {legend}
      </figcaption>
      <div class="plot">
        <div class="scale soft" aria-hidden="true">
          {scale.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </div>
        {/* One of the values is chosen, as by a slider. */}
        <div
          role="slider"
          tabIndex={0}
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={index}
          aria-valuetext={valueText(index)}
          onPointerMove={({ clientX, currentTarget }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            move(nearest(places, ((clientX - left) / width) * plotWidth));
          }}
          onPointerLeave={() => (at.value = null)}
          onBlur={() => (at.value = null)}
          onKeyDown={(event) => {
            const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
            if (to === undefined) return;
            event.preventDefault();
            move(to);
          }}
        >
          <svg viewBox={`0 0 ${plotWidth} ${plotHeight}`} preserveAspectRatio="none" aria-hidden="true">
            {children}
            {at.value !== null && (
              <line class="cursor" x1={places[index]} x2={places[index]} y1={0} y2={plotHeight} />
            )}
          </svg>
        </div>
      </div>
      <div class="ends soft" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </figure>
  );
}

const nearest = (places: readonly number[], x: number): number =>
  places.reduce(
    (best, place, index) => (Math.abs(place - x) < Math.abs(places[best]! - x) ? index : best),
    0,
  );

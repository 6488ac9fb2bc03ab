import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { bytesText } from '../../model/numbers.js';
import { type Month, monthName, shareBefore } from './months.js';

interface ColumnsProps {
  /** The name of the chart. */
  label: string;
  months: readonly Month[];
  /** Events before this time are deleted: their part of the columns is red. */
  until?: number | undefined;
  isWide?: boolean;
  /** What stands beside the chart. @param read the month under the pointer, or chosen with the arrow keys */
  children(read: string | null): ComponentChildren;
}

const height = 22;
const step = 7;
const gap = 1.5;

/** The sizes of months as columns. The pointer and the arrow keys read them one by one. */
export function Columns({ label, months, until, isWide = false, children }: ColumnsProps) {
  const at = useSignal<number | null>(null);
  const largest = Math.max(...months.map(({ bytes }) => bytes), 1);
  const [first, last, shown] = [months[0], months.at(-1), at.value === null ? undefined : months[at.value]];
  if (!first || !last) return <span class="faint">none</span>;
  const width = months.length * step - gap;
  const move = (event: KeyboardEvent) => {
    const from = at.value ?? months.length;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: months.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    at.value = Math.max(0, Math.min(months.length - 1, to));
  };
  return (
    <>
      <svg
        class="spark"
        {...(isWide ? { preserveAspectRatio: 'none' } : { width, height })}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys read the values, and change nothing.
        tabIndex={0}
        aria-label={`${label}: ${monthName(first.month)} to ${monthName(last.month)}, at most ${bytesText(largest)} a month`}
        onKeyDown={move}
        onPointerLeave={() => (at.value = null)}
        onBlur={() => (at.value = null)}
      >
        {months.map(({ month, bytes }, index) => {
          const all = Math.max(1, (bytes / largest) * height);
          const gone = until === undefined ? 0 : all * shareBefore(month, until);
          const column = { x: index * step, width: step - gap };
          return (
            <g
              key={month}
              class={index === at.value ? 'at' : undefined}
              onPointerEnter={() => (at.value = index)}
            >
              <rect class="room" x={index * step} width={step} y={0} height={height} />
              <rect
                {...column}
                y={height - all}
                height={all - gone}
                class={bytes === 0 ? 'none' : undefined}
              />
              {gone > 0 && <rect {...column} class="go" y={height - gone} height={gone} />}
            </g>
          );
        })}
      </svg>
      {children(shown ? `${monthName(shown.month)}: ${bytesText(shown.bytes)}` : null)}
    </>
  );
}

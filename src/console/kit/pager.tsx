import { numberText } from '../model/numbers.js';

interface PagerProps {
  start: number;
  count: number;
  total: number;
  onStart(start: number): void;
}

/** Says which part of a list is shown, and leads to the next and the previous part. */
export function Pager({ start, count, total, onStart }: PagerProps) {
  if (total <= count && start === 0) return null;
  const end = Math.min(start + count, total);
  return (
    <nav class="row" aria-label="Pages">
      <button type="button" aria-disabled={start === 0} onClick={() => onStart(Math.max(0, start - count))}>
        Previous
      </button>
      <span class="soft">
        {numberText(Math.min(start + 1, end))} to {numberText(end)} of {numberText(total)}
      </span>
      <button
        type="button"
        aria-disabled={end >= total}
        onClick={() => end < total && onStart(start + count)}
      >
        Next
      </button>
    </nav>
  );
}

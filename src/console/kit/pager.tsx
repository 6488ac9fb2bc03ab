import { useEffect } from 'preact/hooks';
import { numberText } from '../model/numbers.js';

interface PagerProps {
  start: number;
  count: number;
  total: number;
  /** Whether the total is that of now, so that a page after the last one leads to the last. */
  isSettled?: boolean;
  /** @param isReplacing whether a person did not ask for it, so that the way back does not lead there */
  onStart(start: number, isReplacing: boolean): void;
}

/** Says which part of a list is shown, and leads to the next and the previous part. */
export function Pager({ start, count, total, isSettled = false, onStart }: PagerProps) {
  const lastStart = Math.max(0, Math.ceil(total / count) - 1) * count;
  // The last page can become empty.
  useEffect(() => {
    if (isSettled && start > lastStart) onStart(lastStart, true);
  }, [isSettled, start, lastStart]);
  if (total <= count && start === 0) return null;
  const end = Math.min(start + count, total);
  return (
    <nav class="row" aria-label="Pages">
      <button
        type="button"
        aria-disabled={start === 0}
        onClick={() => onStart(Math.max(0, start - count), false)}
      >
        Previous
      </button>
      <span class="soft">
        {numberText(Math.min(start + 1, end))} to {numberText(end)} of {numberText(total)}
      </span>
      <button
        type="button"
        aria-disabled={end >= total}
        onClick={() => end < total && onStart(start + count, false)}
      >
        Next
      </button>
    </nav>
  );
}

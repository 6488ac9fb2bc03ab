import { useEffect } from 'preact/hooks';
import { numberText } from '../model/numbers.js';
import { Icon } from './icon.js';

interface PagerProps {
  start: number;
  count: number;
  total: number;
  /** Whether the total is that of now, so that a page after the last one leads to the last. */
  isSettled?: boolean;
  /** @param isReplacing whether a person did not ask for it, so that the way back does not lead there */
  onStart(start: number, isReplacing: boolean): void;
}

/** The pages that are named: the first, the last, this one and those beside it. Null: a gap. */
function namedPages(page: number, last: number): readonly (number | null)[] {
  const near = [1, page - 1, page, page + 1, last].filter((each) => each >= 1 && each <= last);
  const named = [...new Set(near)].sort((one, other) => one - other);
  return named.flatMap((each, index) => (index > 0 && each > named[index - 1]! + 1 ? [null, each] : [each]));
}

/** Says which part of a list is shown, and leads to the other parts. */
export function Pager({ start, count, total, isSettled = false, onStart }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / count));
  const lastStart = (last - 1) * count;
  // The last page can become empty.
  useEffect(() => {
    if (isSettled && start > lastStart) onStart(lastStart, true);
  }, [isSettled, start, lastStart]);
  if (total <= count && start === 0) return null;
  const end = Math.min(start + count, total);
  const page = Math.floor(start / count) + 1;
  const go = (to: number) => () => onStart((to - 1) * count, false);
  return (
    <nav class="pager" aria-label="Pages">
      <span>
        {numberText(Math.min(start + 1, end))}–{numberText(end)} of {numberText(total)}
      </span>
      <span class="push" />
      {page > 1 && (
        <button type="button" aria-label="Previous page" title="Previous page" onClick={go(page - 1)}>
          <Icon name="left" />
        </button>
      )}
      {namedPages(page, last).map((each, index) =>
        each === null ? (
          <span key={`gap ${index}`}>…</span>
        ) : each === page ? (
          <b key={each} aria-current="page">
            {numberText(each)}
          </b>
        ) : (
          <button key={each} type="button" aria-label={`Page ${each}`} onClick={go(each)}>
            {numberText(each)}
          </button>
        ),
      )}
      {page < last && (
        <button type="button" aria-label="Next page" title="Next page" onClick={go(page + 1)}>
          <Icon name="right" />
        </button>
      )}
    </nav>
  );
}

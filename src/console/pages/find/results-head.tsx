import type { Selected } from '../../edits/selected.js';
import type { Selection } from '../../kit/selection.js';
import { numberText } from '../../model/numbers.js';
import type { Search } from './state.js';

const orders = [
  ['', 'Best match'],
  ['name', 'Name'],
  ['changed', 'Recently changed'],
] as const;

interface ResultsHeadProps {
  search: Search;
  total: number;
  selection: Selection<Selected>;
  go(search: Search): void;
}

/** Above the results: the check box of the page, their number, and their order. */
export function ResultsHead({ search, total, selection, go }: ResultsHeadProps) {
  const { ofShown } = selection;
  return (
    <div class="results-head">
      <input
        type="checkbox"
        class={ofShown === 'some' ? 'mixed' : ''}
        aria-label="Select all on this page"
        checked={ofShown === 'all'}
        // A property: no attribute says that a check box stands for some.
        ref={(box) => {
          if (box) box.indeterminate = ofShown === 'some';
        }}
        onClick={selection.toggleShown}
      />
      <span role="status">
        <strong>{numberText(total)}</strong> {total === 1 ? 'result' : 'results'}
      </span>
      <label class="push row one">
        <span class="wide-only">Sort</span>
        <select
          class="input"
          aria-label="Sort"
          value={orders.find(([name]) => name === search.sort)?.[0] ?? ''}
          onChange={(event) =>
            go({ ...search, sort: orders[event.currentTarget.selectedIndex]![0], page: 1 })
          }
        >
          {orders.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

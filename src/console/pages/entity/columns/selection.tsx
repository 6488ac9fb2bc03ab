import { numberText } from '../../../model/numbers.js';
import { maxColumns } from './change-columns.js';
import type { Column } from './column.js';
import type { ColumnDialogs } from './column-dialogs.js';

interface SelectionProps {
  chosen: ReadonlySet<string>;
  matching: readonly Column[];
  onChoose(paths: readonly string[]): void;
  dialogs: ColumnDialogs;
}

/** The actions on the chosen columns. */
export function Selection({ chosen, matching, onChoose, dialogs }: SelectionProps) {
  const paths = [...chosen];
  const isTooMuch = paths.length > maxColumns;
  if (paths.length === 0) return null;
  return (
    <div class="row selection">
      <span role="status">
        {numberText(paths.length)} chosen
        {isTooMuch && `; at most ${numberText(maxColumns)} can be changed at once`}
      </span>
      <button type="button" aria-disabled={isTooMuch} onClick={() => !isTooMuch && dialogs.addTags(paths)}>
        Add tags …
      </button>
      <button type="button" aria-disabled={isTooMuch} onClick={() => !isTooMuch && dialogs.removeTags(paths)}>
        Remove tags …
      </button>
      {matching.length > paths.length && matching.length <= maxColumns && (
        <button type="button" onClick={() => onChoose(matching.map(({ fieldPath }) => fieldPath))}>
          Choose all {numberText(matching.length)}
        </button>
      )}
      <button type="button" onClick={() => onChoose([])}>
        Clear
      </button>
    </div>
  );
}

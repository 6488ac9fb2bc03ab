import { TagPicker } from '../../../edits/tag-picker.js';
import { Button, IconButton } from '../../../kit/button.js';
import { FilterField } from '../../../kit/filter-field.js';
import { numberText } from '../../../model/numbers.js';
import { counted } from '../../../model/text.js';
import { columnsText, editColumnTags } from './change-columns.js';
import type { TableState } from './table-state.js';

interface ToolsProps {
  state: TableState;
  filter: string;
  /** How many columns match. */
  matching: number;
  isComplete: boolean;
  onFilter(text: string): void;
}

/** One description for many columns is rarely meant, and they are written one by one. */
const describedMax = 50;

/** The filter, and the actions on the selected columns. */
export function Tools({ state, filter, matching, isComplete, onFilter }: ToolsProps) {
  const { urn, columns, selection, mayTag, mayDescribe, describe } = state;
  const paths = new Set(selection.rows.map(({ fieldPath }) => fieldPath));
  const selected = columns.value.filter(({ fieldPath }) => paths.has(fieldPath));
  const total = counted(columns.value.length, 'column');
  return (
    <div class="tools">
      <FilterField
        label="Filter columns"
        placeholder={`Filter ${total}`}
        value={filter}
        onFilter={onFilter}
      />
      <span class="soft small" role="status">
        {filter.trim() !== '' && `${numberText(matching)} of ${total}`}
        {!isComplete && 'Loading …'}
      </span>
      {selected.length > 0 && (
        <div class="row one push" role="group" aria-label="Selected columns">
          <strong class="small nowrap" role="status">
            {numberText(selected.length)} selected
          </strong>
          {mayTag && (
            <TagPicker
              label={`Tags of ${columnsText(selected)}`}
              heading={`On ${columnsText(selected)}`}
              tagsOf={selected.map(({ tags }) => tags)}
              onApply={(edit) => editColumnTags(urn, columns, selected, edit)}
            >
              {(opener) => (
                <Button {...opener} icon="tag">
                  Tags
                </Button>
              )}
            </TagPicker>
          )}
          {mayDescribe && selected.length <= describedMax && (
            <Button icon="pencil" onClick={() => describe(selected)}>
              Describe
            </Button>
          )}
          <IconButton icon="x" label="Clear the selection" onClick={selection.clear} />
        </div>
      )}
    </div>
  );
}

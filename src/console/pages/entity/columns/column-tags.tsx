import { TagPicker } from '../../../edits/tag-picker.js';
import { IconButton } from '../../../kit/button.js';
import { Few } from '../../../kit/few.js';
import { Tag } from '../../../kit/tag.js';
import { editColumnTags } from './change-columns.js';
import type { Column } from './column.js';
import type { TableState } from './table-state.js';

/** The tags of a column: first those of its schema, which only ingestion changes. */
export function ColumnTags({ column, state }: { column: Column; state: TableState }) {
  const { name, isGone, declared, tags } = column;
  const { urn, columns, mayTag } = state;
  const all = [
    ...declared.map((tag) => ({ tag, isGiven: true })),
    ...tags.map((tag) => ({ tag, isGiven: false })),
  ];
  return (
    <div class="row tight">
      <Few items={all} count={4}>
        {({ tag, isGiven }) => (
          <Tag
            key={`${tag.urn} ${isGiven}`}
            tag={tag}
            isGiven={isGiven}
            remove={
              mayTag && !isGiven
                ? {
                    label: `Remove ${tag.name} from ${name}`,
                    run: () => editColumnTags(urn, columns, [column], { added: [], removed: [tag] }),
                  }
                : undefined
            }
          />
        )}
      </Few>
      {mayTag && !isGone && (
        <TagPicker
          label={`Tags of ${name}`}
          heading={`On ${name}`}
          tagsOf={[tags]}
          onApply={(edit) => editColumnTags(urn, columns, [column], edit)}
        >
          {(opener) => <IconButton {...opener} icon="plus" label={`Add tags to ${name}`} isSmall isQuiet />}
        </TagPicker>
      )}
    </div>
  );
}

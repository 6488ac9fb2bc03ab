import type { Signal } from '@preact/signals';
import { Marked } from '../../../kit/highlight.js';
import { TagChip } from '../../tags/tag-chip.js';
import { removeFrom } from './change-columns.js';
import type { Column } from './column.js';
import type { ColumnDialogs } from './column-dialogs.js';

interface ColumnRowProps {
  urn: string;
  column: Column;
  columns: Signal<readonly Column[]>;
  words: readonly string[];
  isChosen: boolean;
  mayTag: boolean;
  mayDescribe: boolean;
  onChoose(isChosen: boolean): void;
  dialogs: ColumnDialogs;
}

export function ColumnRow(props: ColumnRowProps) {
  const { urn, column, columns, words, isChosen, mayTag, mayDescribe, onChoose, dialogs } = props;
  const { fieldPath, name, isGone, type, nativeType, nullable, declared, tags } = column;
  const description = column.edited || column.ingested;
  return (
    <tr>
      {mayTag && (
        <td>
          {!isGone && (
            <input
              type="checkbox"
              aria-label={`Choose ${name}`}
              checked={isChosen}
              onChange={(event) => onChoose(event.currentTarget.checked)}
            />
          )}
        </td>
      )}
      <th scope="row" title={fieldPath}>
        <code>
          <Marked text={name} words={words} />
        </code>
      </th>
      <td>
        {isGone ? (
          <small class="soft">not in the schema</small>
        ) : (
          <span title={nativeType}>{type.toLowerCase()}</span>
        )}
        {!nullable && <small class="soft"> required</small>}
      </td>
      <td>
        <span class="written">
          <Marked text={description} words={words} />
        </span>{' '}
        {mayDescribe && !isGone && (
          <button
            type="button"
            class="plain"
            aria-label={`Describe ${name}`}
            title="Describe"
            onClick={() => dialogs.describe(column)}
          >
            ✎
          </button>
        )}
      </td>
      <td>
        <div class="row">
          {declared.map((tag) => (
            <span key={tag.urn} title="In the schema as it was ingested, where it stays">
              <TagChip tag={tag} />
            </span>
          ))}
          {tags.map((tag) => (
            <TagChip key={tag.urn} tag={tag}>
              {mayTag && (
                <button
                  type="button"
                  aria-label={`Remove ${tag.name} from ${name}`}
                  onClick={() => removeFrom(urn, columns, [column], [tag])}
                >
                  ×
                </button>
              )}
            </TagChip>
          ))}
          {mayTag && !isGone && (
            <button
              type="button"
              class="plain"
              aria-label={`Add tags to ${name}`}
              title="Add tags"
              onClick={() => dialogs.addTags([fieldPath])}
            >
              +
            </button>
          )}
        </div>
      </td>
    </tr>
  );
}

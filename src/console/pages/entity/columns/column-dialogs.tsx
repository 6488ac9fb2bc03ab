import { type Signal, useSignal } from '@preact/signals';
import { CheckBox } from '../../../kit/check-box.js';
import { Dot } from '../../../kit/color-dot.js';
import { FormDialog } from '../../../kit/form-dialog.js';
import { useDialog } from '../../../kit/use-dialog.js';
import type { ShownTag } from '../../../model/listed-entity.js';
import { ChooseTags } from '../../tags/choose-tags.js';
import { columnPlace, withTags } from '../change-tags.js';
import { Describe } from '../describe.js';
import { addTo, describe, removeFrom } from './change-columns.js';
import type { Column } from './column.js';

export type ColumnDialogs = ReturnType<typeof useColumnDialogs>;

/** The dialogs that change columns of a dataset. */
export function useColumnDialogs(urn: string, columns: Signal<readonly Column[]>) {
  const dialog = useDialog();
  const find = (paths: readonly string[]) => {
    const wanted = new Set(paths);
    const changed = columns.value.filter(({ fieldPath }) => wanted.has(fieldPath));
    return { changed, name: changed.length === 1 ? changed[0]!.name : `${changed.length} columns` };
  };
  return {
    shown: dialog.shown,
    addTags(paths: readonly string[]) {
      const { changed, name } = find(paths);
      dialog.open((close) => (
        <ChooseTags
          title={`Add tags to ${name}`}
          onClose={close}
          onChoose={(tags) => {
            addTo(urn, columns, changed, tags);
          }}
        />
      ));
    },
    removeTags(paths: readonly string[]) {
      const { changed, name } = find(paths);
      dialog.open((close) => (
        <RemoveTags
          name={name}
          changed={changed}
          onClose={close}
          onChoose={(tags) => {
            removeFrom(urn, columns, changed, tags);
          }}
        />
      ));
    },
    describe(column: Column) {
      dialog.open((close) => (
        <Describe
          name={column.name}
          place={columnPlace(urn, column.fieldPath)}
          edited={column.edited}
          ingested={column.ingested}
          onClose={close}
          onDone={(text) => describe(columns, [column], text)}
        />
      ));
    },
  };
}

interface RemoveTagsProps {
  name: string;
  changed: readonly Column[];
  onClose(): void;
  onChoose(tags: readonly ShownTag[]): void;
}

function RemoveTags({ name, changed, onClose, onChoose }: RemoveTagsProps) {
  const chosen = useSignal<readonly ShownTag[]>([]);
  const tags = changed.reduce<readonly ShownTag[]>((all, column) => withTags(all, column.tags), []);
  const countTagged = ({ urn }: ShownTag) =>
    changed.filter((column) => column.tags.some((tag) => tag.urn === urn)).length;
  return (
    <FormDialog
      title={`Remove tags from ${name}`}
      submit="Remove"
      isReady={chosen.value.length > 0}
      onClose={onClose}
      onSubmit={async () => onChoose(chosen.value)}
    >
      {tags.length === 0 && <p>They have no tags that can be removed. Tags of the ingested schema stay.</p>}
      <fieldset>
        <legend class="hidden">Tags</legend>
        {tags.map((tag) => (
          <CheckBox
            key={tag.urn}
            class="row"
            checked={chosen.value.includes(tag)}
            onChange={(isChecked) => {
              const others = chosen.value.filter((one) => one !== tag);
              chosen.value = isChecked ? [...others, tag] : others;
            }}
          >
            <Dot color={tag.properties?.colorHex} />
            {tag.name} <span class="soft">on {countTagged(tag)}</span>
          </CheckBox>
        ))}
      </fieldset>
    </FormDialog>
  );
}

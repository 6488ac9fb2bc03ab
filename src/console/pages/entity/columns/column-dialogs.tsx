import { type Signal, useSignal } from '@preact/signals';
import { FormDialog } from '../../../kit/action.js';
import { Dot } from '../../../kit/dot.js';
import type { ShownTag } from '../../../model/listed-entity.js';
import { ChooseTags } from '../../tags/choose-tags.js';
import { columnOf, withTags } from '../change-tags.js';
import { Describe } from '../describe.js';
import { addTo, describe, removeFrom } from './change-columns.js';
import type { Column } from './column.js';

export interface OpenDialog {
  readonly act: 'add' | 'remove' | 'describe';
  readonly paths: readonly string[];
}

interface ColumnDialogsProps {
  urn: string;
  open: Signal<OpenDialog | null>;
  columns: Signal<readonly Column[]>;
}

export function ColumnDialogs({ urn, open, columns }: ColumnDialogsProps) {
  if (open.value === null) return null;
  const { act, paths } = open.value;
  const wanted = new Set(paths);
  const changed = columns.value.filter(({ fieldPath }) => wanted.has(fieldPath));
  const name = changed.length === 1 ? changed[0]!.name : `${changed.length} columns`;
  const onClose = () => {
    open.value = null;
  };
  if (act === 'add')
    return (
      <ChooseTags
        title={`Add tags to ${name}`}
        onClose={onClose}
        onChoose={(tags) => {
          addTo(urn, columns, changed, tags);
        }}
      />
    );
  if (act === 'remove')
    return (
      <RemoveTags
        name={name}
        changed={changed}
        onClose={onClose}
        onChoose={(tags) => {
          removeFrom(urn, columns, changed, tags);
        }}
      />
    );
  const [column] = changed;
  return (
    <Describe
      name={name}
      place={columnOf(urn, column!.fieldPath)}
      edited={column!.edited}
      ingested={column!.ingested}
      onClose={onClose}
      onDone={(text) => describe(columns, changed, text)}
    />
  );
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
  const countOf = ({ urn }: ShownTag) =>
    changed.filter((column) => column.tags.some((tag) => tag.urn === urn)).length;
  return (
    <FormDialog
      title={`Remove tags from ${name}`}
      submit="Remove"
      isReady={chosen.value.length > 0}
      onClose={onClose}
      onSubmit={async () => onChoose(chosen.value)}
    >
      {tags.length === 0 && <p>They carry no tags but those of the ingested schema, which stay there.</p>}
      <fieldset>
        <legend class="hidden">Tags</legend>
        {tags.map((tag) => (
          <label key={tag.urn} class="row">
            <input
              type="checkbox"
              checked={chosen.value.includes(tag)}
              onChange={(event) => {
                const rest = chosen.value.filter((one) => one !== tag);
                chosen.value = event.currentTarget.checked ? [...rest, tag] : rest;
              }}
            />
            <Dot color={tag.properties?.colorHex} />
            {tag.name} <span class="soft">on {countOf(tag)}</span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}

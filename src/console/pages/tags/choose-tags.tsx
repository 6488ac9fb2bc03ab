import { useSignal } from '@preact/signals';
import { FormDialog } from '../../kit/form-dialog.js';
import { Suggest } from '../../kit/suggest.js';
import { completeTypes } from '../../model/complete.js';
import type { ShownTag } from '../../model/listed-entity.js';
import { TagChip } from './tag-chip.js';
import './choose-tags.css';

/** The service takes no more at once by default. */
const maxTags = 100;
const completeTags = completeTypes('TAG');

interface ChooseTagsProps {
  /** As in "Add tags to orders". */
  title: string;
  onClose(): void;
  onChoose(tags: readonly ShownTag[]): void;
}

/** A dialog in which tags are collected by completion, and then added together. */
export function ChooseTags({ title, onClose, onChoose }: ChooseTagsProps) {
  const chosen = useSignal<readonly ShownTag[]>([]);
  const isReady = chosen.value.length > 0 && chosen.value.length <= maxTags;
  return (
    <FormDialog
      title={title}
      submit={chosen.value.length > 1 ? `Add ${chosen.value.length} tags` : 'Add'}
      isReady={isReady}
      onClose={onClose}
      onSubmit={async () => onChoose(chosen.value)}
    >
      <Suggest
        label="Tags"
        placeholder="Name of a tag; add as many as you like"
        find={completeTags}
        onChoose={({ value: urn, label: name, color }) => {
          const rest = chosen.value.filter((tag) => tag.urn !== urn);
          chosen.value = [...rest, { urn, name, properties: { colorHex: color ?? null } }];
        }}
      />
      <div class="row chosen-tags" role="status" aria-label="Chosen tags">
        {chosen.value.map((tag) => (
          <TagChip key={tag.urn} tag={tag}>
            <button
              type="button"
              aria-label={`Do not add ${tag.name}`}
              onClick={() => {
                chosen.value = chosen.value.filter(({ urn }) => urn !== tag.urn);
              }}
            >
              ×
            </button>
          </TagChip>
        ))}
      </div>
    </FormDialog>
  );
}

import { optimistic } from '../../kit/optimistic.js';
import { useDialog } from '../../kit/use-dialog.js';
import { useFollowed } from '../../kit/use-followed.js';
import type { ShownTag } from '../../model/listed-entity.js';
import { ChooseTags } from '../tags/choose-tags.js';
import { TagChip } from '../tags/tag-chip.js';
import { addTags, removeTags, withoutTags, withTags } from './change-tags.js';

interface EntityTagsProps {
  urn: string;
  name: string;
  stored: readonly ShownTag[];
  mayEdit: boolean;
}

/** The tags of an entity itself, which can be added and removed. */
export function EntityTags({ urn, name, stored, mayEdit }: EntityTagsProps) {
  const tags = useFollowed(stored);
  const dialog = useDialog();
  const places = [{ resourceUrn: urn }];

  const add = (chosen: readonly ShownTag[]) => {
    const added = withoutTags(chosen, tags.value);
    if (added.length > 0)
      optimistic({
        apply: () => (tags.value = withTags(tags.value, added)),
        undo: () => (tags.value = withoutTags(tags.value, added)),
        work: () => addTags(places, added),
        failure: 'The tags were not added.',
        needs: 'EDIT_ENTITY_TAGS',
      });
  };
  const remove = (tag: ShownTag) =>
    optimistic({
      apply: () => (tags.value = withoutTags(tags.value, [tag])),
      undo: () => (tags.value = withTags(tags.value, [tag])),
      work: () => removeTags(places, [tag]),
      failure: `${tag.name} was not removed.`,
      needs: 'EDIT_ENTITY_TAGS',
    });

  return (
    <div class="row" data-tags>
      {tags.value.length === 0 && <span class="soft">no tags</span>}
      {tags.value.map((tag) => (
        <TagChip key={tag.urn} tag={tag}>
          {mayEdit && (
            <button type="button" aria-label={`Remove ${tag.name}`} onClick={() => remove(tag)}>
              ×
            </button>
          )}
        </TagChip>
      ))}
      {mayEdit && (
        <button
          type="button"
          onClick={() =>
            dialog.open((close) => (
              <ChooseTags title={`Add tags to ${name}`} onChoose={add} onClose={close} />
            ))
          }
        >
          Add tags …
        </button>
      )}
      {dialog.shown}
    </div>
  );
}

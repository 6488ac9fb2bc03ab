import { useMemo, useRef } from 'preact/hooks';
import { entityName } from '../../../client/named-entity.js';
import { edited, reverted } from '../../edits/change-tags.js';
import { editTags } from '../../edits/edit-tags.js';
import type { TagEdit } from '../../edits/picked.js';
import { TagPicker } from '../../edits/tag-picker.js';
import { IconButton } from '../../kit/button.js';
import { Few } from '../../kit/few.js';
import { usePageKey } from '../../kit/page-keys.js';
import { Tag } from '../../kit/tag.js';
import { useFollowed } from '../../kit/use-followed.js';
import type { Listed, ShownTag } from '../../model/listed-entity.js';
import { PanelSection } from './panel-section.js';
import type { ShownEntity } from './request.js';

interface EntityTagsProps {
  entity: ShownEntity;
  mayEdit: boolean;
}

/** The tags of an entity itself, which can be added and removed. */
export function EntityTags({ entity, mayEdit }: EntityTagsProps) {
  const { urn, tags: given }: Listed = entity;
  const name = entityName(entity);
  const stored = useMemo<readonly ShownTag[]>(() => given?.tags?.map(({ tag }) => tag) ?? [], [given]);
  const tags = useFollowed(stored);
  const button = useRef<HTMLSpanElement>(null);
  usePageKey(
    't',
    'Choose tags',
    mayEdit &&
      (() => {
        const opener = button.current?.querySelector('button');
        // The layer gives the focus back to what had it.
        opener?.focus();
        opener?.click();
      }),
  );

  const change = (edit: TagEdit) => {
    const before = tags.value;
    editTags({
      ...{ places: [{ resourceUrn: urn }], edit, name },
      apply: () => (tags.value = edited(tags.value, edit)),
      revert: () => (tags.value = reverted(tags.value, before, edit)),
    });
  };
  return (
    <PanelSection
      title="Tags"
      action={
        mayEdit && (
          <span class="push" ref={button}>
            <TagPicker
              label={`Tags of ${name}`}
              heading={`On ${name}`}
              tagsOf={[tags.value]}
              onApply={change}
            >
              {(opener) => <IconButton {...opener} icon="plus" label="Add tags" isSmall />}
            </TagPicker>
          </span>
        )
      }
    >
      {tags.value.length === 0 && <p class="soft">No tags yet.</p>}
      <div class="chips">
        <Few items={tags.value} noun="tags" count={20}>
          {(tag) => (
            <Tag
              key={tag.urn}
              tag={tag}
              remove={
                mayEdit
                  ? { label: `Remove ${tag.name}`, run: () => change({ added: [], removed: [tag] }) }
                  : undefined
              }
            />
          )}
        </Few>
      </div>
    </PanelSection>
  );
}

import { useSignal } from '@preact/signals';
import { setTagColor, updateTag } from '../../../client/tag.js';
import { mutate } from '../../api/request.js';
import { TextField } from '../../kit/field.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { ProseEditor } from '../../kit/prose-editor.js';
import { ColorField, isChosen, isColor } from './color.js';
import type { EditedTag } from './request.js';

export function EditTag({ tag, onClose }: { tag: EditedTag; onClose(): void }) {
  const { urn, colorHex, properties } = tag;
  const oldColor = isColor(colorHex) ? colorHex : '';
  const oldDescription = properties?.description ?? '';
  const name = useSignal(tag.name);
  const description = useSignal(oldDescription);
  const color = useSignal(oldColor);

  async function send() {
    const isRenamed = name.value.trim() !== tag.name || properties === null;
    const isDescribed = description.value.trim() !== oldDescription;
    if (isRenamed || isDescribed) {
      await mutate(updateTag, {
        urn,
        input: {
          urn,
          name: name.value.trim(),
          ...(isDescribed && { description: description.value.trim() || null }),
        },
      });
    }
    if (color.value.trim() !== oldColor) await mutate(setTagColor, { urn, colorHex: color.value.trim() });
  }

  return (
    <FormDialog
      title={`Edit ${tag.name}`}
      submit="Save"
      isReady={name.value.trim() !== '' && isChosen(color.value, oldColor)}
      onClose={onClose}
      onSubmit={send}
    >
      <TextField label="Name" hint="The URN does not change." required maxLength={255} text={name} />
      <ProseEditor hint="What it means, and when to use it." text={description} />
      <ColorField color={color} name={name.value} isFixed={oldColor !== ''} />
    </FormDialog>
  );
}

import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { createTag, setTagColor } from '../../../client/tag.js';
import { may } from '../../api/caller.js';
import { mutate } from '../../api/request.js';
import { TextField } from '../../kit/field.js';
import { filled } from '../../kit/filled.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { IdField, useNewId } from '../../kit/id-field.js';
import { say, sayFailure } from '../../kit/messages.js';
import { TextArea } from '../../kit/text-area.js';
import { Twins } from '../../kit/twins.js';
import { links } from '../../model/links.js';
import { asRequestError } from '../../model/request-error.js';
import { ColorField, isChosen } from './color.js';

export function CreateTag({ onClose }: { onClose(): void }) {
  const name = useSignal('');
  const id = useNewId('tag', name);
  const description = useSignal('');
  const color = useSignal('');
  const { route } = useLocation();

  async function send() {
    const input = { name: name.value.trim(), ...filled({ id: id.text, description }) };
    const urn = (await mutate(createTag, { input })).createTag!;
    if (color.value.trim() !== '') {
      await mutate(setTagColor, { urn, colorHex: color.value.trim() }).catch((error) =>
        sayFailure(`The tag is created, but without its colour. ${asRequestError(error).message}`),
      );
    }
    say(`Tag ${name.value.trim()} created`);
    route(links.tag(urn));
  }

  return (
    <FormDialog
      title="Create a tag"
      submit="Create tag"
      isReady={name.value.trim() !== '' && id.problem === '' && isChosen(color.value)}
      onClose={onClose}
      onSubmit={send}
    >
      <TextField label="Name" required maxLength={255} text={name} />
      <Twins type="TAG" noun="tag" id={id.text.value} name={name.value} />
      <IdField isOptional id={id} />
      <TextArea
        label="Description (optional)"
        hint="What it means, and when to use it."
        rows={3}
        text={description}
      />
      {may('MANAGE_TAGS') && <ColorField color={color} name={name.value} />}
    </FormDialog>
  );
}

import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { graphql } from '../../../client/documents.js';
import { may } from '../../api/caller.js';
import { mutate } from '../../api/request.js';
import { asRequestError } from '../../api/use-query.js';
import { TextField } from '../../kit/field.js';
import { filled } from '../../kit/filled.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { IdField } from '../../kit/id-field.js';
import { say, sayFailure } from '../../kit/messages.js';
import { TextArea } from '../../kit/text-area.js';
import { typedIdProblem } from '../../model/ids.js';
import { links } from '../../model/links.js';
import { ColorField } from './color.js';

const create = graphql(`
  mutation CreateTag($input: CreateTagInput!) {
    createTag(input: $input)
  }
`);

export const setColor = graphql(`
  mutation SetTagColor($urn: String!, $colorHex: String!) {
    setTagColor(urn: $urn, colorHex: $colorHex)
  }
`);

export function CreateTag({ onClose }: { onClose(): void }) {
  const name = useSignal('');
  const id = useSignal('');
  const description = useSignal('');
  const color = useSignal('');
  const { route } = useLocation();

  async function send() {
    const { createTag } = await mutate(create, {
      input: {
        name: name.value.trim(),
        ...filled({ id, description }),
      },
    });
    const urn = createTag!;
    if (color.value !== '') {
      await mutate(setColor, { urn, colorHex: color.value }).catch((error) =>
        sayFailure(`The tag is created, but without its colour. ${asRequestError(error).message}`),
      );
    }
    say(`The tag ${name.value.trim()} is created.`);
    route(links.tag(urn));
  }

  const problem = typedIdProblem('tag', id.value);
  return (
    <FormDialog
      title="Create a tag"
      submit="Create"
      isReady={name.value.trim() !== '' && problem === ''}
      needs="CREATE_TAGS"
      onClose={onClose}
      onSubmit={send}
    >
      <TextField label="Name" required maxLength={255} text={name} />
      <IdField isOptional text={id} problem={problem} />
      <TextArea label="Description (optional)" hint="What the tag means." text={description} />
      {may('MANAGE_TAGS') && <ColorField color={color} isFixed={false} />}
    </FormDialog>
  );
}

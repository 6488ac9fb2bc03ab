import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { graphql } from '../../../client/documents.js';
import { mutate } from '../../api/request.js';
import { TextField } from '../../kit/field.js';
import { filled } from '../../kit/filled.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { IdField } from '../../kit/id-field.js';
import { say } from '../../kit/messages.js';
import { TextArea } from '../../kit/text-area.js';
import { typedIdProblem } from '../../model/ids.js';
import { links } from '../../model/links.js';

const create = graphql(`
  mutation CreateGroup($input: CreateGroupInput!) {
    createGroup(input: $input)
  }
`);

export function CreateGroup({ onClose }: { onClose(): void }) {
  const name = useSignal('');
  const id = useSignal('');
  const description = useSignal('');
  const { route } = useLocation();
  const problem = typedIdProblem('corpGroup', id.value);
  return (
    <FormDialog
      title="Create a group"
      submit="Create"
      isReady={name.value.trim() !== '' && problem === ''}
      needs="MANAGE_USERS_AND_GROUPS"
      onClose={onClose}
      onSubmit={async () => {
        const { createGroup } = await mutate(create, {
          input: {
            name: name.value.trim(),
            ...filled({ id, description }),
          },
        });
        say(`The group ${name.value.trim()} is created. It has no members yet.`);
        route(links.group(createGroup!));
      }}
    >
      <TextField label="Name" required maxLength={255} text={name} />
      <IdField isOptional text={id} problem={problem} />
      <TextArea label="Description (optional)" hint="The purpose of the group." text={description} />
    </FormDialog>
  );
}

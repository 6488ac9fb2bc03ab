import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { request } from '../../api/request.js';
import { graphql } from '../../api/schema.js';
import { links } from '../../links.js';
import { FormDialog } from '../../ui/action.js';
import { TextField } from '../../ui/field.js';
import { say } from '../../ui/messages.js';
import { TextArea } from '../../ui/text-area.js';

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
  return (
    <FormDialog
      title="Create a group"
      submit="Create"
      isReady={name.value.trim() !== ''}
      needs={['MANAGE_USERS_AND_GROUPS']}
      onClose={onClose}
      onSubmit={async () => {
        const { createGroup } = await request(create, {
          input: {
            name: name.value.trim(),
            ...(id.value.trim() !== '' && { id: id.value.trim() }),
            ...(description.value.trim() !== '' && { description: description.value.trim() }),
          },
        });
        say(`The group ${name.value.trim()} is created, without members yet.`);
        route(links.group(createGroup!));
      }}
    >
      <TextField label="Name" required maxLength={255} text={name} />
      <TextField
        label="Id (optional)"
        hint="The last part of the URN, which never changes. Without one it is a random id."
        maxLength={400}
        spellcheck={false}
        text={id}
      />
      <TextArea label="Description (optional)" hint="What the group is for." text={description} />
    </FormDialog>
  );
}

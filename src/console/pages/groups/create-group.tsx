import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { createGroup as create } from '../../../client/group.js';
import { mutate } from '../../api/request.js';
import { TextField } from '../../kit/field.js';
import { filled } from '../../kit/filled.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { IdField, useNewId } from '../../kit/id-field.js';
import { say } from '../../kit/messages.js';
import { TextArea } from '../../kit/text-area.js';
import { Twins } from '../../kit/twins.js';
import { links } from '../../model/links.js';

export function CreateGroup({ onClose }: { onClose(): void }) {
  const name = useSignal('');
  const id = useNewId('corpGroup', name);
  const description = useSignal('');
  const { route } = useLocation();
  return (
    <FormDialog
      title="Create a group"
      submit="Create"
      isReady={name.value.trim() !== '' && id.problem === ''}
      onClose={onClose}
      onSubmit={async () => {
        const input = { name: name.value.trim(), ...filled({ id: id.text, description }) };
        const { createGroup } = await mutate(create, { input });
        say(`The group ${input.name} is created. It has no members yet.`);
        route(links.group(createGroup!));
      }}
    >
      <TextField label="Name" required maxLength={255} text={name} />
      <IdField isOptional id={id} />
      <Twins type="CORP_GROUP" noun="group" id={id.text.value} name={name.value} />
      <TextArea label="Description (optional)" hint="The purpose of the group." text={description} />
    </FormDialog>
  );
}

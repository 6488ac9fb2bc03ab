import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { createServiceAccount as create } from '../../../client/user.js';
import { mutate } from '../../api/request.js';
import { TextField } from '../../kit/field.js';
import { filled } from '../../kit/filled.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { say } from '../../kit/messages.js';
import { Twins } from '../../kit/twins.js';
import { links } from '../../model/links.js';

export function CreateServiceAccount({ onClose }: { onClose(): void }) {
  const name = useSignal('');
  const description = useSignal('');
  const { route } = useLocation();
  return (
    <FormDialog
      title="Create a service account"
      submit="Create"
      isReady={name.value.trim() !== ''}
      onClose={onClose}
      onSubmit={async () => {
        const input = { displayName: name.value.trim(), ...filled({ description }) };
        const { createServiceAccount } = await mutate(create, { input });
        say(`The service account ${input.displayName} is created. It has no rights and no token yet.`);
        route(links.user(createServiceAccount!.urn));
      }}
    >
      <TextField
        label="Name"
        hint="The name of the program. The service makes the id."
        required
        maxLength={255}
        text={name}
      />
      <Twins type="CORP_USER" noun="user" name={name.value} />
      <TextField label="Purpose (optional)" maxLength={255} text={description} />
    </FormDialog>
  );
}

import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { createUser as create } from '../../../client/user.js';
import { mutate } from '../../api/request.js';
import { TextField } from '../../kit/field.js';
import { filled } from '../../kit/filled.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { IdField, useNewId } from '../../kit/id-field.js';
import { say } from '../../kit/messages.js';
import { Twins } from '../../kit/twins.js';
import { links } from '../../model/links.js';

export function CreateUser({ onClose }: { onClose(): void }) {
  const id = useNewId('corpuser');
  const texts = {
    displayName: useSignal(''),
    fullName: useSignal(''),
    title: useSignal(''),
    email: useSignal(''),
  };
  const { route } = useLocation();
  return (
    <FormDialog
      title="Create a user"
      submit="Create"
      isReady={id.text.value.trim() !== '' && id.problem === ''}
      onClose={onClose}
      onSubmit={async () => {
        const input = { id: id.text.value.trim(), ...filled(texts) };
        const { createUser } = await mutate(create, { input });
        say(`The user ${input.id} is created. It has no rights yet.`);
        route(links.user(createUser!));
      }}
    >
      <IdField id={id} />
      <TextField label="Display name (optional)" maxLength={255} text={texts.displayName} />
      <Twins type="CORP_USER" noun="user" id={id.text.value} name={texts.displayName.value} />
      <TextField label="Full name (optional)" maxLength={255} text={texts.fullName} />
      <TextField label="Title (optional)" maxLength={255} text={texts.title} />
      <TextField label="Email (optional)" maxLength={255} text={texts.email} />
      <p class="soft">
        A new user has no rights and no token. Policies and groups grant rights. A token lets the user call
        the service.
      </p>
    </FormDialog>
  );
}

import { useSignal } from '@preact/signals';
import { graphql } from '../../../client/documents.js';
import { entityName } from '../../../client/named-entity.js';
import { type User, userText } from '../../../client/user.js';
import { mutate } from '../../api/request.js';
import { TextField } from '../../kit/field.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { say } from '../../kit/messages.js';
import { isServiceAccount } from '../../model/urn.js';

const update = graphql(`
  mutation UpdateProfile($urn: String!, $input: CorpUserUpdateInput!, $basedOn: ProfileTextsInput) {
    updateCorpUserProperties(urn: $urn, input: $input, basedOn: $basedOn) {
      urn
    }
  }
`);

const members = ['displayName', 'title', 'email'] as const;

/** Changes the texts that lists and pages show of a person or a service account. */
export function EditProfile({ user, onClose }: { user: User; onClose(): void }) {
  const { urn, properties, editableProperties } = user;
  const name = entityName(user);
  const shown = (member: (typeof members)[number]) => userText(user, member);
  const texts = {
    displayName: useSignal(shown('displayName')),
    title: useSignal(shown('title')),
    email: useSignal(shown('email')),
  };
  const changed = members.filter((member) => texts[member].value.trim() !== shown(member));
  async function save() {
    const input = Object.fromEntries(changed.map((member) => [member, texts[member].value.trim()]));
    const before = Object.fromEntries(changed.map((member) => [member, editableProperties?.[member] ?? '']));
    await mutate(update, { urn, input, basedOn: before });
    say(`${name} is changed`, () => mutate(update, { urn, input: before, basedOn: input }));
  }
  return (
    <FormDialog
      title={`Edit ${name}`}
      submit="Save"
      isReady={changed.length > 0}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label="Display name"
        hint={
          properties?.displayName
            ? `If empty, it is ${properties.displayName}.`
            : 'If empty, the id is shown.'
        }
        maxLength={255}
        text={texts.displayName}
      />
      <TextField label={isServiceAccount(urn) ? 'Purpose' : 'Title'} maxLength={255} text={texts.title} />
      {!isServiceAccount(urn) && <TextField label="Email" maxLength={255} text={texts.email} />}
    </FormDialog>
  );
}

import { useSignal } from '@preact/signals';
import { createWebhook, updateWebhook, type Webhook } from '../../../client/webhook.js';
import { caller } from '../../api/caller.js';
import { mutate } from '../../api/request.js';
import { TextField } from '../../kit/field.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { say } from '../../kit/messages.js';
import { Notice } from '../../kit/notice.js';
import { FilterFields, useFilter } from './filter.js';
import { Secret } from './secret.js';

interface WebhookFormProps {
  /** Absent: a new one. */
  webhook?: Webhook;
  onClose(): void;
}

export function WebhookForm({ webhook, onClose }: WebhookFormProps) {
  const name = useSignal(webhook?.name ?? '');
  const url = useSignal(webhook?.url ?? '');
  const filter = useFilter(webhook);
  const isOwner = !webhook || webhook.owner?.urn === caller.value!.urn;

  async function send() {
    const whole = { name: name.value.trim(), url: url.value.trim(), ...filter.input() };
    if (!webhook) {
      const { createWebhook: created } = await mutate(createWebhook, { input: whole });
      return (
        <Secret
          title="Webhook created"
          about={`Receivers of ${whole.name} verify the signature of each message with this secret.`}
          secret={created.secret}
          onClose={onClose}
        />
      );
    }
    const input = { id: webhook.id, ...(isOwner ? whole : { name: whole.name }) };
    await mutate(updateWebhook, { input });
    say(`The webhook ${whole.name} is changed.`);
  }

  return (
    <FormDialog
      title={webhook ? `Edit ${webhook.name}` : 'Create a webhook'}
      isWide
      submit={webhook ? 'Save' : 'Create'}
      isReady={name.value.trim() !== '' && url.value.trim() !== ''}
      onClose={onClose}
      onSubmit={send}
    >
      <TextField label="Name" required maxLength={255} text={name} />
      {isOwner ? (
        <>
          <TextField
            label="Address"
            hint="It begins with https://. Changes are sent there on your behalf: what you may see."
            required
            isMono
            maxLength={2_048}
            spellcheck={false}
            autocomplete="off"
            placeholder="https://hooks.example.org/catalog"
            text={url}
          />
          <FilterFields filter={filter} />
        </>
      ) : (
        <Notice>
          The webhook sends what its owner may see, so only the owner can change the address and the filter.
          Take it over first.
        </Notice>
      )}
    </FormDialog>
  );
}

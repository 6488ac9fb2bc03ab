import { useSignal } from '@preact/signals';
import { graphql } from '../../../client/documents.js';
import { caller, may } from '../../api/caller.js';
import { mutate } from '../../api/request.js';
import { TextField } from '../../kit/field.js';
import { filled } from '../../kit/filled.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { Suggest } from '../../kit/suggest.js';
import { completeUsers } from '../../model/complete.js';
import { isServiceAccount, urnName } from '../../model/urn.js';
import { Lifetime, type LifetimeChoice } from './lifetime.js';
import { ScopeFields, useScopes } from './scopes.js';
import { TokenText } from './text.js';

const create = graphql(`
  mutation CreateToken($input: GetAccessTokenInput!) {
    createAccessToken(input: $input) {
      accessToken
    }
  }
`);

interface CreateTokenProps {
  /** Whom it acts as at first. Default: the caller. */
  actor?: string;
  onClose(): void;
}

export function CreateToken({ actor = caller.value!.urn, onClose }: CreateTokenProps) {
  const name = useSignal('');
  const description = useSignal('');
  const actorUrn = useSignal(actor);
  const lifetime = useSignal<LifetimeChoice>({ duration: 'ONE_MONTH' });
  const scopes = useScopes();

  async function send() {
    const chosen = scopes.input();
    const { createAccessToken } = await mutate(create, {
      input: {
        name: name.value.trim(),
        actorUrn: actorUrn.value,
        type: isServiceAccount(actorUrn.value) ? 'SERVICE_ACCOUNT' : 'PERSONAL',
        ...lifetime.value,
        ...filled({ description }),
        ...(chosen && { scopes: chosen }),
      },
    });
    return <TokenText title="Token created" text={createAccessToken!.accessToken} onClose={onClose} />;
  }

  return (
    <FormDialog
      title="Create an access token"
      submit="Create"
      isReady={name.value.trim() !== '' && scopes.isReady}
      needs="GENERATE_PERSONAL_ACCESS_TOKENS"
      onClose={onClose}
      onSubmit={send}
    >
      <TextField
        label="Name"
        hint="The purpose, such as the program that uses the token."
        required
        maxLength={255}
        text={name}
      />
      <TextField label="Description (optional)" maxLength={10_000} text={description} />
      {may('MANAGE_ACCESS_TOKENS') && (
        <div class="field">
          <span>
            <strong>Acts as</strong> <span title={actorUrn.value}>{urnName(actorUrn.value)}</span>
          </span>
          <Suggest
            label="Another user or service account"
            placeholder="Another user or service account"
            find={completeUsers}
            onChoose={({ value }) => {
              actorUrn.value = value;
            }}
          />
        </div>
      )}
      <Lifetime value={lifetime.value} onChange={(value) => (lifetime.value = value)} />
      <ScopeFields {...scopes} />
    </FormDialog>
  );
}

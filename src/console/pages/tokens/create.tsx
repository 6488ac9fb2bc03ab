import { useSignal } from '@preact/signals';
import { createToken } from '../../../client/token.js';
import { caller, may } from '../../api/caller.js';
import { mutate } from '../../api/request.js';
import { TextField } from '../../kit/field.js';
import { filled } from '../../kit/filled.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { Person } from '../../kit/marks.js';
import { Suggest } from '../../kit/suggest.js';
import { completeUsers } from '../../model/complete.js';
import { isServiceAccount } from '../../model/urn.js';
import { useNames } from '../../model/use-names.js';
import { shortDate } from './date.js';
import { LifetimeFields, useLifetime } from './lifetime.js';
import { ScopeFields, useScopes } from './scopes.js';
import { TokenText } from './text.js';

interface CreateTokenProps {
  /** Whom it acts as at first. Default: the caller. */
  actor?: string;
  onClose(): void;
}

/** A name for a token of a person's own machine. The browser does not know the name of the machine. */
function defaultName(): string {
  const system = /Windows|Mac|Android|iPhone|iPad|Linux/.exec(navigator.userAgent)?.[0];
  return `cli on ${system ?? 'this machine'}, ${shortDate(Date.now())}`;
}

export function CreateToken({ actor, onClose }: CreateTokenProps) {
  const name = useSignal(actor === undefined ? defaultName() : '');
  const description = useSignal('');
  const actorUrn = useSignal(actor ?? caller.value!.urn);
  const lifetime = useLifetime();
  const scopes = useScopes();
  const named = useNames([actorUrn.value]);

  async function send() {
    const chosen = scopes.input();
    const { createAccessToken } = await mutate(createToken, {
      input: {
        name: name.value.trim(),
        actorUrn: actorUrn.value,
        type: isServiceAccount(actorUrn.value) ? 'SERVICE_ACCOUNT' : 'PERSONAL',
        ...lifetime.input(),
        ...filled({ description }),
        ...(chosen && { scopes: chosen }),
      },
    });
    const { accessToken, metadata } = createAccessToken!;
    return <TokenText title="Token created" text={accessToken} {...metadata!} onClose={onClose} />;
  }

  return (
    <FormDialog
      title="Create a token"
      submit="Create token"
      isReady={name.value.trim() !== '' && lifetime.isReady && scopes.isReady}
      onClose={onClose}
      onSubmit={send}
    >
      <TextField
        label="Name"
        hint="What it is for, such as the program that uses it"
        required
        maxLength={255}
        text={name}
      />
      <TextField label="Description (optional)" maxLength={10_000} text={description} />
      {may('MANAGE_ACCESS_TOKENS') && (
        <div class="field">
          <span class="row">
            <span class="label">Acts as</span> <Person urn={actorUrn.value} name={named(actorUrn.value)} />
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
      <ScopeFields {...scopes} user={named(actorUrn.value)} />
      <LifetimeFields {...lifetime} />
    </FormDialog>
  );
}

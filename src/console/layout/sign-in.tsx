import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { sessionEnded } from '../api/caller.js';
import { signedOut, signIn } from '../api/session.js';
import { Button, IconButton } from '../kit/button.js';
import { Copy } from '../kit/copy.js';
import { Dialog } from '../kit/dialog.js';
import { Field } from '../kit/field.js';
import { Icon } from '../kit/icon.js';
import { Failure, Notice } from '../kit/notice.js';
import { useAction } from '../kit/use-action.js';
import type { RequestError } from '../model/request-error.js';
import { Gate } from './gate.js';

const Ended = () => (
  <Notice>
    <p>
      <strong>Your session has ended.</strong> A session ends after 30 minutes without use, after 12 hours, or
      when its token is revoked or expires.
    </p>
  </Notice>
);

/** Asks for an access token. The service keeps a session, and the browser a cookie that scripts cannot read. */
export const SignIn = () => (
  <Gate title="Sign in to Catalog" about={location.host}>
    {sessionEnded.value && <Ended />}
    <TokenForm isPage />
    <Where />
  </Gate>
);

const command = 'catalog token create --local --actor urn:li:corpuser:admin --duration ONE_DAY';

const Where = () => (
  <details>
    <summary>Where do I get a token?</summary>
    <div class="stack tight small">
      <p class="soft">Ask an administrator of this catalog for a token.</p>
      <p class="soft">
        If you run the catalog yourself: the first start writes a token that is valid for one day to{' '}
        <code>data/bootstrap-token</code>. Each start on a terminal shows a link that signs in the first
        administrator once, within five minutes. To create a new token, run this command on the server. With
        the embedded database, stop the service first.
      </p>
      <div class="code">
        {command}
        <Copy text={command} what="command" isSmall />
      </div>
    </div>
  </details>
);

/** Asks for a token over the page, which keeps what was typed there. */
export const SignInAgain = () => (
  <Dialog title="Sign in again" isKept onClose={() => {}}>
    <Ended />
    <p>This page stays as it is. You can send again what was refused in the meantime.</p>
    <TokenForm>
      <Button kind="plain" onClick={signedOut}>
        Leave the page
      </Button>
    </TokenForm>
  </Dialog>
);

interface TokenFormProps {
  /** Whether the form is a page of its own. */
  isPage?: boolean;
  /** Beside the button. */
  children?: ComponentChildren;
}

function TokenForm({ isPage = false, children }: TokenFormProps) {
  const token = useSignal('');
  const isShown = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const action = useAction();
  const refused = action.error && refusedText(action.error);
  async function send() {
    const text = token.value.trim().replace(/^bearer\s+/i, '');
    if (text !== '') await action.run(() => signIn(text));
    // After a refusal another token can be pasted at once.
    input.current?.select();
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        label="Access token"
        hint="Checked by the service, and never stored in this browser."
        problem={refused}
      >
        {(control) => (
          <span class="with">
            <Icon name="key" />
            <input
              {...control}
              ref={input}
              class="input mono"
              type={(isShown.value ? 'text' : 'password') as 'password'}
              autocomplete="off"
              spellcheck={false}
              placeholder="mcs_…"
              value={token.value}
              onInput={(event) => {
                token.value = event.currentTarget.value;
              }}
            />
            <IconButton
              icon="eye"
              label="Show the token"
              aria-pressed={isShown.value}
              onClick={() => {
                isShown.value = !isShown.value;
              }}
            />
          </span>
        )}
      </Field>
      {action.error && !refused && <Failure error={action.error} />}
      <div class={isPage ? 'stack tight' : 'row'}>
        <Button
          kind="primary"
          size={isPage ? 'large' : undefined}
          type="submit"
          isDisabled={action.isRunning}
        >
          {action.isRunning ? 'Signing in …' : 'Sign in'}
        </Button>
        {children}
      </div>
    </form>
  );
}

/** Why the token was refused, if it was: the service gives every refused token the same answer. */
const refusedText = ({ message }: RequestError): string | undefined =>
  message.startsWith('Unauthorized')
    ? 'This token cannot sign in: it is unknown, revoked or expired, or its user is suspended.'
    : undefined;

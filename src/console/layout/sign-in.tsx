import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { sessionEnded } from '../api/caller.js';
import { RequestError } from '../api/request.js';
import { signedOut, signIn } from '../api/session.js';
import { Dialog } from '../kit/dialog.js';
import { TextField } from '../kit/field.js';
import { Failure, Notice } from '../kit/notice.js';
import { Page } from '../kit/page.js';
import { useAction } from '../kit/use-action.js';

const Ended = () => (
  <Notice kind="warning">
    Your session has ended. A session ends after 30 minutes without use, after 12 hours, or when its token is
    revoked or expires.
  </Notice>
);

/** Asks for an access token. The service keeps a session, and the browser a cookie that scripts cannot read. */
export function SignIn() {
  useEffect(() => document.querySelector<HTMLInputElement>('.sign-in input')?.focus(), []);
  return (
    <main class="sign-in">
      <Page title="Sign in to the metadata catalog">
        {sessionEnded.value && <Ended />}
        <TokenForm isBoxed />
        <section class="stack">
          <h2>Where do I get a token?</h2>
          <p>
            When the service starts for the first time, it writes a token that is valid for one day to the
            file <code>bootstrap-token</code> in its data folder (<code>data/bootstrap-token</code>).
          </p>
          <p>
            To create a new one, run this command on the server. With the embedded database, stop the service
            first:
          </p>
          <pre>
            <code>
              node dist/catalog.js token create --local --actor urn:li:corpuser:admin --duration ONE_DAY
            </code>
          </pre>
          <p>
            <a href="/about" target="_self">
              About the service
            </a>
          </p>
        </section>
      </Page>
    </main>
  );
}

/** Asks for a token over the page, which keeps what was typed there. */
export function SignInAgain() {
  return (
    <Dialog title="Sign in again" isKept onClose={() => {}}>
      <Ended />
      <p>This page stays as it is. You can send again what was refused in the meantime.</p>
      <TokenForm>
        <button type="button" onClick={signedOut}>
          Leave the page
        </button>
      </TokenForm>
    </Dialog>
  );
}

/** @param isBoxed whether the form is a page of its own */
function TokenForm({ isBoxed = false, children }: { isBoxed?: boolean; children?: ComponentChildren }) {
  const token = useSignal('');
  const action = useAction();
  return (
    <form
      class={isBoxed ? 'stack box' : 'stack'}
      onSubmit={(event) => {
        event.preventDefault();
        const text = token.value.trim();
        if (text !== '') action.run(() => signIn(text).then(() => (token.value = '')));
      }}
    >
      <TextField
        label="Access token"
        hint="The service checks the token and starts a session. The browser does not store the token."
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder="mcs_…"
        text={token}
      />
      {action.error && <Failure error={inWords(action.error)} />}
      <div class="row">
        <button type="submit" class="primary" aria-disabled={action.isRunning}>
          {action.isRunning ? 'Signing in …' : 'Sign in'}
        </button>
        {children}
      </div>
    </form>
  );
}

/** The service gives every refused token the same answer. */
const inWords = (error: RequestError): RequestError =>
  error.message.startsWith('Unauthorized')
    ? new RequestError(
        'This token cannot sign in. It is unknown, revoked or expired, or its user is not active.',
        error.code,
      )
    : error;

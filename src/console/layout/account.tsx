import { useSignal } from '@preact/signals';
import { caller, tokenWarning } from '../api/caller.js';
import { endAllSessions, signOut } from '../api/session.js';
import { asRequestError } from '../api/use-query.js';
import { FormDialog } from '../ui/action.js';
import { sayFailure } from '../ui/messages.js';
import { Notice } from '../ui/notice.js';
import { nameOf } from '../urn.js';
import { ThemeChoice } from './theme.js';

/** Who is signed in, and what concerns the session. */
export function Account() {
  const isEnding = useSignal(false);
  const { urn } = caller.value!;
  return (
    <details class="menu account">
      <summary>
        {nameOf(urn)}
        {tokenWarning.value !== '' && <span class="warn"> (token ends soon)</span>}
      </summary>
      <div>
        {tokenWarning.value !== '' && <Notice kind="warning">{tokenWarning.value}</Notice>}
        <code>{urn}</code>
        <ThemeChoice />
        <a href="/about" target="_self">
          About the service
        </a>
        <button
          type="button"
          onClick={() => signOut().catch((error) => sayFailure(asRequestError(error).message))}
        >
          Sign out
        </button>
        <button
          type="button"
          onClick={() => {
            isEnding.value = true;
          }}
        >
          End all my sessions …
        </button>
      </div>
      {isEnding.value && (
        <FormDialog
          title="End all your sessions?"
          submit="End all sessions"
          isDanger
          onClose={() => {
            isEnding.value = false;
          }}
          onSubmit={endAllSessions}
        >
          <p>You are signed out here and in all other browsers. Access tokens stay as they are.</p>
        </FormDialog>
      )}
    </details>
  );
}

import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { caller, tokenWarning } from '../api/caller.js';
import { endAllSessions, signOut } from '../api/session.js';
import { asRequestError } from '../api/use-query.js';
import { FormDialog } from '../kit/form-dialog.js';
import { sayFailure } from '../kit/messages.js';
import { Notice } from '../kit/notice.js';
import { Time } from '../kit/time.js';
import { useDialog } from '../kit/use-dialog.js';
import { links } from '../model/links.js';
import { urnName } from '../model/urn.js';
import { ThemeChoice } from './theme.js';

/** The time that the warning names, in ms since the epoch. */
const readEnd = (warning: string) => Date.parse(/ ends at (\S+Z)/.exec(warning)?.[1] ?? '') || null;

/** The menu of the signed-in user, with the session and the colours. */
export function Account() {
  const dialog = useDialog();
  const { urn } = caller.value!;
  const menu = useRef<HTMLDetailsElement>(null);
  const { url } = useLocation();
  const close = () => menu.current?.removeAttribute('open');
  useEffect(close, [url]);
  return (
    <details
      class="menu account"
      ref={menu}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <summary>
        {urnName(urn)}
        {tokenWarning.value !== '' && <span class="warn"> (token expires soon)</span>}
      </summary>
      <div>
        {tokenWarning.value !== '' && (
          <Notice kind="warning">
            Your token expires <Time ms={readEnd(tokenWarning.value)} none="soon" />. Rotate it under{' '}
            <a href={links.tokens}>Tokens</a>.
          </Notice>
        )}
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
        <button type="button" onClick={() => dialog.open((close) => <EndSessions onClose={close} />)}>
          End all my sessions …
        </button>
      </div>
      {dialog.shown}
    </details>
  );
}

const EndSessions = ({ onClose }: { onClose(): void }) => (
  <FormDialog
    title="End all your sessions?"
    submit="End all sessions"
    isDanger
    onClose={onClose}
    onSubmit={endAllSessions}
  >
    <p>You will be signed out here and in all other browsers. Access tokens stay valid.</p>
  </FormDialog>
);

import { signal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { caller, tokenWarning } from '../api/caller.js';
import { endAllSessions, signOut } from '../api/session.js';
import { basePath } from '../base.js';
import { Icon } from '../kit/icon.js';
import { Avatar } from '../kit/marks.js';
import { moveFocus } from '../kit/menu.js';
import { sayFailure } from '../kit/messages.js';
import { Notice } from '../kit/notice.js';
import { usePopover } from '../kit/popover.js';
import { Time } from '../kit/time.js';
import { useDialog } from '../kit/use-dialog.js';
import { links } from '../model/links.js';
import { asRequestError } from '../model/request-error.js';

/** The time that the warning names, in ms since the epoch. */
const readEnd = (warning: string) => Date.parse(/ ends at (\S+Z)/.exec(warning)?.[1] ?? '') || null;

/** The menu of the signed-in user, with the session and the theme. */
export function Account({ onKeys }: { onKeys(): void }) {
  const id = useId();
  const dialog = useDialog();
  const { urn, name } = caller.value!;
  const { url } = useLocation();
  const { opener, popover, close } = usePopover<HTMLDivElement>((isOpen) => {
    if (isOpen) popover.current?.querySelector<HTMLElement>('a, button')?.focus();
  });
  useEffect(() => close(), [url]);
  return (
    <>
      <button
        ref={opener}
        type="button"
        class="ibtn account"
        aria-label={`Account of ${name}`}
        title={name}
        popovertarget={id}
      >
        <Avatar urn={urn} name={name} isLarge />
      </button>
      <div
        ref={popover}
        id={id}
        class="menu"
        popover="auto"
        role="group"
        aria-label="Account"
        onKeyDown={(event) =>
          moveFocus(event, [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')])
        }
      >
        {tokenWarning.value !== '' && (
          <Notice kind="warn">
            <p>
              Your token expires <Time ms={readEnd(tokenWarning.value)} none="soon" />. Rotate it under{' '}
              <a href={links.tokens}>Tokens</a>.
            </p>
          </Notice>
        )}
        <a href={links.user(urn)}>
          <Avatar urn={urn} name={name} isLarge />
          <span class="cut">
            <strong dir="auto">{name}</strong>
            <br />
            <small class="faint">Your page</small>
          </span>
        </a>
        <hr />
        <button
          type="button"
          onClick={() => {
            close();
            onKeys();
          }}
        >
          <Icon name="terminal" />
          Keys <kbd>?</kbd>
        </button>
        <button type="button" onClick={chooseNextTheme}>
          <Icon name="moon" />
          Theme: {themeName()}
        </button>
        <a href={`${basePath}/about`} target="_self">
          <Icon name="info" />
          About this service
        </a>
        <hr />
        <button
          type="button"
          onClick={() => signOut().catch((error) => sayFailure(asRequestError(error).message))}
        >
          <Icon name="exit" />
          Sign out
        </button>
        <button
          type="button"
          onClick={() => {
            close();
            dialog.ask({
              title: 'End all your sessions?',
              submit: 'End all sessions',
              onSubmit: endAllSessions,
              children: (
                <p>You will be signed out here and in all other browsers. Access tokens stay valid.</p>
              ),
            });
          }}
        >
          <Icon name="stop" />
          End all my sessions …
        </button>
      </div>
      {dialog.shown}
    </>
  );
}

/** The first follows the system. */
const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** Of the document, where public/theme.js sets it before the first paint. */
const { dataset } = document.documentElement;
const chosen = signal((dataset.theme ?? 'system') as Theme);

const themeName = (): Theme => chosen.value;

/** Takes the next of the themes, and remembers the choice in this browser. */
function chooseNextTheme(): void {
  chosen.value = themes[(themes.indexOf(chosen.value) + 1) % themes.length]!;
  localStorage.setItem('catalog-theme', chosen.value);
  if (chosen.value === 'system') delete dataset.theme;
  else dataset.theme = chosen.value;
}
